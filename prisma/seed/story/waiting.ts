import { addDays } from '@/core/periods/calendar';
import { HOME_LOCATION } from './company';
import { type Actor, entry, type PlannedDocument } from './documents';
import type { Timeline } from './timeline';

/** What happens to a document of the current month after it is created. */
export type Fate =
  | 'DRAFT'
  | 'PENDING_APPROVAL'
  | 'APPROVED'
  | 'REJECTED'
  | 'CANCELLED'
  | 'POSTED'
  | 'REVERSED';

export interface WaitingDocument extends PlannedDocument {
  readonly author: Actor;
  readonly fate: Fate;
  /** The note on the approval, rejection, cancellation or reversal. */
  readonly words?: string;
}

/** Today's open work: drafts (one does not balance), approvals, rejections, and a reversed mistake. */
export function waitingDocuments(timeline: Timeline): WaitingDocument[] {
  const { thisMonth, today } = timeline;
  // Dates within this month, but never after today.
  const date = (dayOfMonth: number) => [thisMonth.day(dayOfMonth), today].sort()[0] ?? today;
  const journal = (
    key: string,
    memo: string,
    on: string,
    lines: PlannedDocument['lines'],
  ): PlannedDocument => ({
    key: `WAIT:${key}`,
    kind: 'JOURNAL',
    subsidiary: 'US',
    date: on,
    currency: 'USD',
    memo,
    lines,
  });
  const bill = (
    key: string,
    vendor: string,
    memo: string,
    account: string,
    department: string,
    amount: string,
    on: string,
    more: Partial<PlannedDocument> = {},
  ): PlannedDocument => {
    const subsidiary = more.subsidiary ?? 'US';
    return {
      key: `WAIT:${key}`,
      kind: 'VENDOR_BILL',
      subsidiary,
      entity: { type: 'VENDOR', key: vendor },
      date: on,
      dueDate: addDays(on, 30),
      currency: 'USD',
      memo,
      reference: `${vendor.slice(0, 3).toUpperCase()}-W${key}`,
      lines: [
        {
          type: 'SERVICE',
          description: memo,
          quantity: '1',
          unitPrice: amount,
          account,
          department,
          location: HOME_LOCATION[subsidiary],
        },
      ],
      ...more,
    };
  };
  const invoice = (key: string, customer: string, memo: string, unitPrice: string, quantity: string) => ({
    key: `WAIT:${key}`,
    kind: 'INVOICE' as const,
    subsidiary: 'US' as const,
    entity: { type: 'CUSTOMER' as const, key: customer },
    date: date(9),
    dueDate: addDays(date(9), 30),
    currency: 'USD',
    memo,
    lines: [
      {
        type: 'SERVICE' as const,
        description: memo,
        quantity,
        unitPrice,
        account: '4300',
        item: 'MC-CON',
        class: 'SERVICES',
        department: 'CS-PS',
        location: 'SFO',
      },
    ],
  });
  const expenses = (key: string, person: string, memo: string, amount: string) => ({
    key: `WAIT:${key}`,
    kind: 'EXPENSE_REPORT' as const,
    subsidiary: 'US' as const,
    entity: { type: 'EMPLOYEE' as const, key: person },
    date: date(10),
    dueDate: addDays(date(10), 14),
    currency: 'USD',
    memo,
    lines: [
      {
        type: 'ITEM' as const,
        description: memo,
        quantity: '1',
        unitPrice: amount,
        account: '6210',
        department: 'SAL-AMER',
        location: 'SFO',
      },
    ],
  });
  const marketing = { department: 'MKT', location: 'SFO' };
  const engineering = { department: 'ENG', location: 'SFO' };
  return [
    {
      ...journal('reclass', 'Move event costs from travel to marketing', date(8), [
        entry('6200', '18400.00', 'Booth and stand', marketing),
        entry('6210', '-17150.00', 'Booked as travel', { department: 'SAL-AMER', location: 'SFO' }),
      ]),
      author: 'accountant',
      fate: 'DRAFT',
    },
    {
      ...journal('bonus', 'Bonus accrual, engineering', date(11), [
        entry('6100', '62000.00', 'Bonus earned this quarter', engineering),
        entry('2140', '-62000.00', 'Bonus owed'),
      ]),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...journal('capex', 'Capitalize development of the data pipeline', date(12), [
        entry('1540', '48300.00', 'Development hours'),
        entry('6100', '-48300.00', 'Salaries capitalized', engineering),
      ]),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...journal('deposit', 'Deposit for the Austin office', date(5), [
        entry('1430', '24000.00', 'Two months of rent'),
        entry('1110', '-24000.00', 'Transferred to the landlord'),
      ]),
      author: 'accountant',
      fate: 'APPROVED',
      words: 'Agrees with the signed lease.',
    },
    {
      ...journal('twice', 'Office furniture, written off', date(3), [
        entry('8400', '3650.00', 'Book value of the furniture'),
        entry('1510', '-3650.00', 'Furniture scrapped'),
      ]),
      author: 'accountant',
      fate: 'REVERSED',
      words: 'Furniture belongs to the landlord',
    },
    {
      ...bill('101', 'corvid', 'Integration sprint, eight consultants', '5600', 'CS-PS', '27600.00', date(9)),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...bill('102', 'lumen', 'Autumn campaign, second installment', '6200', 'MKT', '41250.00', date(10)),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...bill('103', 'kreuzberg', 'Messestand Hannover', '6200', 'MKT', '12900.00', date(11), {
        subsidiary: 'DE',
        currency: 'EUR',
      }),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...bill('104', 'quillon', 'Licenses for the new hires', '6340', 'ENG', '6480.00', date(7)),
      author: 'accountant',
      fate: 'APPROVED',
      words: 'Within the budget of the quarter.',
    },
    {
      ...bill('105', 'keystone', 'Search fee, reliability engineer', '6420', 'PPL', '28000.00', date(6)),
      author: 'accountant',
      fate: 'REJECTED',
      words: 'The contract says 25 percent of the first salary; please ask for a corrected bill.',
    },
    {
      ...bill(
        '106',
        'fennel',
        'Catering for the customer day, entered twice',
        '6330',
        'PPL',
        '4620.00',
        date(6),
      ),
      author: 'accountant',
      fate: 'CANCELLED',
      words: 'Entered twice.',
    },
    {
      ...invoice('201', 'Great Lakes Steel', 'Consulting days, plant integration', '1800.00', '12'),
      author: 'revenue',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...invoice('202', 'Summit Airlines', 'Consulting days, crew scheduling', '1800.00', '9'),
      author: 'revenue',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...invoice('203', 'Cascadia Power', 'Consulting days, outage dashboards', '1800.00', '6'),
      author: 'revenue',
      fate: 'APPROVED',
      words: 'Days agree with the signed timesheet.',
    },
    {
      ...invoice('204', 'Marlow Pharmaceuticals', 'Consulting days, validation', '1800.00', '5'),
      author: 'revenue',
      fate: 'DRAFT',
    },
    {
      ...invoice('205', 'Redstone Mining', 'Consulting days, cancelled visit', '1800.00', '2'),
      author: 'revenue',
      fate: 'CANCELLED',
      words: 'The visit did not take place.',
    },
    {
      ...expenses('301', 'haddad', 'Roadshow in Chicago and Minneapolis', '1864.00'),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...expenses('302', 'mcallister', 'Customer visit in Seattle', '742.00'),
      author: 'accountant',
      fate: 'PENDING_APPROVAL',
    },
    {
      ...expenses('303', 'brooks', 'Flight to the sales meeting', '518.00'),
      author: 'accountant',
      fate: 'DRAFT',
    },
  ];
}
