import { addDays, addMonths } from '@/core/periods/calendar';
import { negative, whole } from './amounts';
import { entry, type PlannedDocument } from './documents';
import type { PlannedProject } from './project-plans';
import { chanceOf } from './random';
import type { Timeline } from './timeline';

/** Harbor Labs: a design studio and its shop, to show that two organizations are kept apart. */
export const HARBOR = {
  name: 'Harbor Labs',
  slug: 'harbor-labs',
  rootSubsidiary: { name: 'Harbor Labs LLC', code: 'HL' },
  admin: { email: 'admin@harbor.demo', name: 'Noor Jansen' },
} as const;

/** Its shop, whose books follow a calendar of weeks. */
export const HARBOR_SHOP = {
  name: 'Harbor Print Shop',
  code: 'HL-SHOP',
  description: 'Prints and workshops; its years have quarters of 4, 4 and 5 weeks',
} as const;

export const HARBOR_CUSTOMERS: readonly (readonly [name: string, city: string, state: string])[] = [
  ['Driftwood Hotels', 'Newport', 'RI'],
  ['Gullwing Motors', 'Detroit', 'MI'],
  ['Saltmarsh Brewing', 'Savannah', 'GA'],
  ['Lighthouse Pediatrics', 'Portland', 'ME'],
  ['Anchor & Oar Apparel', 'Annapolis', 'MD'],
  ['Tidepool Aquarium', 'Monterey', 'CA'],
  ['Cormorant Capital', 'New York', 'NY'],
  ['Seaglass Jewelers', 'Charleston', 'SC'],
];

export const HARBOR_VENDORS: readonly (readonly [
  key: string,
  name: string,
  account: string,
  amount: number,
])[] = [
  ['dockside', 'Dockside Studios Rent', '6300', 4_800],
  ['pixelforge', 'Pixelforge Software', '6340', 1_150],
  ['mariner', 'Mariner Print Works', '5600', 2_900],
];

export const HARBOR_EMPLOYEES: readonly (readonly [name: string, title: string])[] = [
  ['Noor Jansen', 'Managing partner'],
  ['Silas Whitaker', 'Design director'],
  ['Imani Cole', 'Studio accountant'],
  ['Ravi Desai', 'Designer'],
];

export const HARBOR_PROSPECTS: readonly (readonly [
  name: string,
  company: string,
  industry: string,
  revenue: number,
])[] = [
  ['Edda Larsson', 'Larsson Ferries', 'Government', 1_900_000],
  ['Miles Archer', 'Archer Boatyard', 'Manufacturing', 640_000],
  ['Pilar Ortega', 'Casa Ortega', 'Retail', 280_000],
  ['Quentin Moss', 'Moss Conservatory', 'Education', 1_350_000],
];

/** Invoices of the last twelve months: two or three a month. */
export function harborInvoices(timeline: Timeline): PlannedDocument[] {
  return timeline.months.slice(-12).flatMap((month) => {
    const chance = chanceOf(`harbor:${month.start}`);
    return [1, 2, 3].flatMap((n): PlannedDocument[] => {
      const date = month.day(chance.between(2, 26));
      const [customer] = chance.pick(HARBOR_CUSTOMERS);
      if (date > timeline.today || (n === 3 && chance.percent(40))) return [];
      return [
        {
          key: `HINV:${month.start}:${n}`,
          kind: 'INVOICE',
          subsidiary: 'HOLD',
          entity: { type: 'CUSTOMER', key: customer },
          date,
          dueDate: addDays(date, 30),
          currency: 'USD',
          memo: chance.pick(['Brand design', 'Web site', 'Packaging', 'Photography and layout']),
          lines: [
            {
              type: 'SERVICE',
              description: 'Studio days',
              quantity: String(chance.between(6, 18)),
              unitPrice: '1350.00',
              account: '4300',
            },
          ],
        },
      ];
    });
  });
}

/** Bills and payroll for the same months. */
export function harborCosts(timeline: Timeline): PlannedDocument[] {
  return timeline.months
    .slice(-12)
    .flatMap((month): PlannedDocument[] => [
      ...HARBOR_VENDORS.map(
        ([key, name, account, amount]): PlannedDocument => ({
          key: `HBILL:${key}:${month.start}`,
          kind: 'VENDOR_BILL',
          subsidiary: 'HOLD',
          entity: { type: 'VENDOR', key },
          date: month.day(6),
          dueDate: addDays(month.day(6), 20),
          currency: 'USD',
          memo: `${name}, ${month.label}`,
          reference: `${key}-${month.start.slice(0, 7)}`,
          lines: [
            { type: 'SERVICE', description: name, quantity: '1', unitPrice: whole(amount, 'USD'), account },
          ],
        }),
      ),
      {
        key: `HJE:payroll:${month.start}`,
        kind: 'JOURNAL',
        subsidiary: 'HOLD',
        date: month.day(27),
        currency: 'USD',
        memo: `Payroll ${month.label}`,
        lines: [
          entry('6100', '18500.00', 'Salaries'),
          entry('6110', '1480.00', 'Payroll taxes'),
          entry('1110', negative('19980.00'), 'Transferred'),
        ],
      },
    ])
    .filter(({ date }) => date <= timeline.today);
}

/** The opening entry of the studio's books: the partners' contributions. */
export function harborOpening(timeline: Timeline): PlannedDocument {
  return {
    key: 'HJE:opening',
    kind: 'JOURNAL',
    subsidiary: 'HOLD',
    date: timeline.months.at(-12)?.start ?? timeline.start,
    currency: 'USD',
    memo: 'Opening balances',
    lines: [
      entry('1110', '82000.00', 'Cash'),
      entry('1520', '21500.00', 'Computers'),
      entry('3100', '-60000.00', 'Capital of the partners'),
      entry('3300', '-43500.00', 'Earnings kept'),
    ],
  };
}

/** The studio's one project, for its own external company. */
export function harborProject(timeline: Timeline): PlannedProject {
  const begun = addMonths(timeline.thisMonth.start, -4);
  return {
    key: 'aquarium',
    code: 'HL-P1',
    name: 'Tidepool Aquarium signage',
    description: 'Signs and a guide for the new wing',
    subsidiary: 'HOLD',
    customer: 'Tidepool Aquarium',
    currency: 'USD',
    startDate: begun,
    endDate: addMonths(begun, 8),
    budget: [
      {
        costCode: '10-100',
        description: 'Design',
        category: 'LABOR',
        original: '36000',
        approvedChanges: '0',
        pendingChanges: '2500',
        toComplete: '14000',
      },
      {
        costCode: '20-200',
        description: 'Printing and mounting',
        category: 'SUBCONTRACT',
        original: '22000',
        approvedChanges: '1800',
        pendingChanges: '0',
        toComplete: '9000',
      },
    ],
    accounts: { '20-200': '5600' },
    contract: {
      number: 'HPC-1',
      title: 'Signage for the new wing',
      signedOn: addDays(begun, -8),
      retainagePercent: '0',
      lines: [['10-100', 'Design and production', '74000.00', '37000.00']],
      changeOrders: [],
    },
    commitments: [
      {
        number: 'HSC-1',
        title: 'Printing of the signs',
        kind: 'SUBCONTRACT',
        vendor: 'mariner',
        on: addDays(begun, 20),
        lines: [{ costCode: '20-200', description: 'Panels', quantity: '48', unitPrice: '310.00' }],
      },
    ],
    costs: [],
  };
}
