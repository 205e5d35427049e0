import { addDays, addMonths } from '@/core/periods/calendar';
import type { CostCategory, PlannedBudgetLine, PlannedProject } from './project-plans';
import type { Timeline } from './timeline';

type Line = readonly [
  costCode: string,
  description: string,
  category: CostCategory,
  original: number,
  approved: number,
  pending: number,
  toComplete: number,
];

const line = ([
  costCode,
  description,
  category,
  original,
  approved,
  pending,
  toComplete,
]: Line): PlannedBudgetLine => {
  const amount = (units: number) => `${units}`;
  return {
    costCode,
    description,
    category,
    original: amount(original),
    approvedChanges: amount(approved),
    pendingChanges: amount(pending),
    toComplete: amount(toComplete),
  };
};

/** The three projects in Meridian's project-management system: two in the US, one in Berlin. */
export function plannedProjects(timeline: Timeline): PlannedProject[] {
  const begun = addMonths(timeline.thisMonth.start, -9);
  const later = addMonths(timeline.thisMonth.start, -6);
  return [
    {
      key: 'halcyon',
      code: 'PRJ-101',
      name: 'Halcyon regional health cloud',
      description: 'Private platform in three hospitals: racks, network, migration of eleven applications',
      subsidiary: 'US',
      customer: 'Halcyon Health Group',
      currency: 'USD',
      startDate: begun,
      endDate: addMonths(begun, 16),
      budget: (
        [
          ['01-100', 'Project management', 'LABOR', 142_000, 6_500, 0, 61_000],
          ['02-210', 'Site survey and cabling', 'SUBCONTRACT', 188_000, 14_200, 8_000, 40_000],
          ['03-300', 'Racks and power', 'EQUIPMENT', 236_000, 0, 12_500, 18_000],
          ['03-310', 'Edge gateways', 'MATERIAL', 174_000, 21_750, 0, 52_000],
          ['04-400', 'Application migration', 'LABOR', 398_000, 32_000, 0, 205_000],
          ['05-500', 'Training and handover', 'LABOR', 64_000, 0, 0, 64_000],
          ['09-900', 'Contingency', 'OTHER', 90_000, -18_000, 0, 72_000],
        ] as const
      ).map(line),
      accounts: { '01-100': '6210', '03-300': '5400', '04-400': '5600' },
      contract: {
        number: 'PC-2101',
        title: 'Halcyon regional health cloud, fixed price with milestones',
        signedOn: addDays(begun, -21),
        retainagePercent: '5',
        lines: [
          ['01-100', 'Mobilisation and plan', '180000.00', '180000.00'],
          ['03-300', 'Infrastructure delivered', '640000.00', '416000.00'],
          ['04-400', 'Applications migrated', '710000.00', '213000.00'],
          ['05-500', 'Acceptance', '120000.00', '0.00'],
        ],
        changeOrders: [
          {
            number: 'PCO-01',
            title: 'Two more applications',
            amount: '86000.00',
            state: 'APPROVED',
            requestedOn: addMonths(begun, 3),
            approvedOn: addDays(addMonths(begun, 3), 12),
          },
          {
            number: 'PCO-02',
            title: 'Redundant power in the Dallas hospital',
            amount: '41500.00',
            state: 'PENDING',
            requestedOn: addMonths(begun, 8),
            approvedOn: null,
          },
        ],
      },
      commitments: [
        {
          number: 'SC-3101',
          title: 'Migration crew',
          kind: 'SUBCONTRACT',
          vendor: 'corvid',
          on: addDays(begun, 10),
          lines: [
            {
              costCode: '04-400',
              description: 'Migration engineers, days',
              quantity: '180',
              unitPrice: '1150.00',
            },
            {
              costCode: '02-210',
              description: 'Cabling crew, lump sum',
              quantity: '1',
              unitPrice: '96000.00',
            },
          ],
        },
        {
          number: 'CPO-3102',
          title: 'Gateways and racks',
          kind: 'PURCHASE_ORDER',
          vendor: 'axiom',
          on: addDays(begun, 24),
          lines: [
            { costCode: '03-310', description: 'Edge gateway E4', quantity: '96', unitPrice: '820.00' },
            {
              costCode: '03-300',
              description: 'Rack with power strips',
              quantity: '14',
              unitPrice: '6400.00',
            },
          ],
        },
      ],
      costs: [
        ['corvid', 'Cabling crew, first half', '5600', '48000.00', 40],
        ['corvid', 'Migration engineers, 42 days', '5600', '48300.00', 75],
        ['axiom', 'Racks with power strips', '5400', '89600.00', 66],
        ['corvid', 'Migration engineers, 38 days', '5600', '43700.00', 128],
        ['tradewind', 'Travel of the project team', '6210', '7840.00', 150],
      ],
    },
    {
      key: 'oakland',
      code: 'PRJ-102',
      name: 'Port of Oakland edge rollout',
      description: 'Gateways on 24 cranes and two gates, with a control room',
      subsidiary: 'US',
      customer: 'Port of Oakland Logistics',
      currency: 'USD',
      startDate: later,
      endDate: addMonths(later, 11),
      budget: (
        [
          ['01-100', 'Project management', 'LABOR', 58_000, 0, 0, 27_000],
          ['03-310', 'Edge gateways', 'MATERIAL', 132_000, 8_700, 4_350, 46_000],
          ['06-600', 'Crane installation', 'SUBCONTRACT', 205_000, 0, 17_000, 118_000],
          ['07-700', 'Control room', 'EQUIPMENT', 76_000, 3_200, 0, 30_000],
          ['09-900', 'Contingency', 'OTHER', 40_000, -5_000, 0, 35_000],
        ] as const
      ).map(line),
      accounts: { '03-310': '5400', '06-600': '5600', '07-700': '6200' },
      contract: {
        number: 'PC-2102',
        title: 'Port of Oakland edge rollout, unit prices',
        signedOn: addDays(later, -15),
        retainagePercent: '10',
        lines: [
          ['03-310', 'Gateways installed, 26 units', '338000.00', '143000.00'],
          ['07-700', 'Control room', '145000.00', '58000.00'],
          ['05-500', 'Training and acceptance', '62000.00', '0.00'],
        ],
        changeOrders: [
          {
            number: 'PCO-03',
            title: 'Third gate',
            amount: '27400.00',
            state: 'REJECTED',
            requestedOn: addMonths(later, 2),
            approvedOn: null,
          },
          {
            number: 'PCO-04',
            title: 'Salt-proof housings',
            amount: '19800.00',
            state: 'APPROVED',
            requestedOn: addMonths(later, 3),
            approvedOn: addDays(addMonths(later, 3), 6),
          },
        ],
      },
      commitments: [
        {
          number: 'SC-3103',
          title: 'Crane installation',
          kind: 'SUBCONTRACT',
          vendor: 'corvid',
          on: addDays(later, 18),
          lines: [
            { costCode: '06-600', description: 'Crane fitted out', quantity: '24', unitPrice: '6900.00' },
          ],
        },
      ],
      costs: [
        ['axiom', 'Gateways for the first eight cranes', '5400', '26240.00', 30],
        ['corvid', 'Eight cranes fitted out', '5600', '55200.00', 82],
        ['lumen', 'Signs for the control room', '6200', '1980.00', 96],
      ],
    },
    {
      key: 'adler',
      code: 'PRJ-103',
      name: 'Adler plant analytics',
      description: 'Data pipeline and dashboards for three plants',
      subsidiary: 'DE',
      customer: 'Adler Maschinenbau AG',
      currency: 'EUR',
      startDate: later,
      endDate: addMonths(later, 9),
      budget: (
        [
          ['01-100', 'Projektleitung', 'LABOR', 44_000, 0, 0, 18_000],
          ['02-220', 'Datenaufnahme', 'SUBCONTRACT', 98_000, 5_400, 0, 41_000],
          ['04-410', 'Auswertungen', 'LABOR', 126_000, 0, 9_600, 72_000],
          ['05-500', 'Schulung', 'LABOR', 22_000, 0, 0, 22_000],
        ] as const
      ).map(line),
      accounts: { '02-220': '5600' },
      contract: {
        number: 'PC-2103',
        title: 'Adler plant analytics, time and materials with a ceiling',
        signedOn: addDays(later, -30),
        retainagePercent: '0',
        lines: [
          ['02-220', 'Datenaufnahme', '150000.00', '84000.00'],
          ['04-410', 'Auswertungen', '190000.00', '52000.00'],
          ['05-500', 'Schulung', '35000.00', '0.00'],
        ],
        changeOrders: [
          {
            number: 'PCO-05',
            title: 'Viertes Werk',
            amount: '64000.00',
            state: 'PENDING',
            requestedOn: addMonths(later, 5),
            approvedOn: null,
          },
        ],
      },
      commitments: [
        {
          number: 'SC-3104',
          title: 'Datenaufnahme in den Werken',
          kind: 'SUBCONTRACT',
          vendor: 'isar',
          on: addDays(later, 9),
          lines: [{ costCode: '02-220', description: 'Beratertage', quantity: '85', unitPrice: '980.00' }],
        },
      ],
      costs: [
        ['isar', 'Beratertage, erste Rate', '5600', '31360.00', 45],
        ['isar', 'Beratertage, zweite Rate', '5600', '24500.00', 110],
      ],
    },
  ];
}
