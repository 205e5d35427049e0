import { addDays } from '@/core/periods/calendar';
import { minor, whole } from './amounts';
import { HOME_LOCATION } from './company';
import { BANK, BASE_CURRENCY, type PlannedDocument } from './documents';
import { PEOPLE } from './people';
import { chanceOf } from './random';
import type { Plan, Totals } from './sales/receipts';
import type { StoryMonth, Timeline } from './timeline';
import { VENDORS, type VendorPlan } from './vendors';

/** Every vendor bill up to today. */
export function plannedBills(timeline: Timeline): PlannedDocument[] {
  return timeline.months
    .flatMap((month) => VENDORS.flatMap((vendor) => billOf(vendor, month)))
    .filter(({ date }) => date <= timeline.today);
}

function billOf(vendor: VendorPlan, month: StoryMonth): PlannedDocument[] {
  const chance = chanceOf(`bill:${vendor.key}:${month.start}`);
  if (!isDue(vendor, month, chance.percent(45))) return [];
  const date = month.day(vendor.day);
  const currency = vendor.currency;
  // Prices rise slowly; usage changes a bill by a few percent either way.
  const level = vendor.rhythm === 'YEARLY' ? 100 : 84 + month.index + chance.between(-5, 5);
  const base = Math.trunc((vendor.amount * level) / 100);
  const rounded = currency === 'JPY' ? Math.trunc(base / 100) * 100 : base;
  const amount =
    vendor.rhythm === 'MONTHLY' && currency !== 'JPY'
      ? minor(rounded * 100 + chance.between(0, 99), currency)
      : whole(rounded, currency);
  return [
    {
      key: `BILL:${vendor.key}:${month.start}`,
      kind: 'VENDOR_BILL',
      subsidiary: vendor.subsidiary,
      entity: { type: 'VENDOR', key: vendor.key },
      date,
      dueDate: addDays(date, vendor.termDays),
      currency,
      memo: `${vendor.description}, ${month.label}`,
      reference: `${vendor.key.slice(0, 3).toUpperCase()}-${month.year}${String(month.month).padStart(2, '0')}-${chance.between(100, 999)}`,
      lines: [
        {
          type: 'SERVICE',
          description: `${vendor.description}, ${month.label}`,
          quantity: '1',
          unitPrice: amount,
          account: vendor.account,
          ...(vendor.tax === null ? {} : { tax: vendor.tax }),
          department: vendor.department,
          location: HOME_LOCATION[vendor.subsidiary],
        },
      ],
    },
  ];
}

function isDue(vendor: VendorPlan, month: StoryMonth, lucky: boolean): boolean {
  switch (vendor.rhythm) {
    case 'MONTHLY':
      return true;
    case 'QUARTERLY':
      return month.month % 3 === 0 || month.index === 0;
    case 'YEARLY':
      return month.month === 1;
    case 'NOW_AND_THEN':
      return lucky;
  }
}

/** Payments of bills and expense reports around their due date; a few are late, and a disputed vendor is not paid. */
export function plannedDisbursements(
  bills: readonly PlannedDocument[],
  totals: Totals,
  timeline: Timeline,
): Plan {
  const plan: Plan = { documents: [], settlements: [] };
  for (const bill of bills) {
    const chance = chanceOf(`disbursement:${bill.key}`);
    const amount = totals.get(bill.key);
    const date = addDays(bill.dueDate ?? bill.date, chance.percent(88) ? -chance.between(0, 4) : 17);
    const disputed = bill.entity?.key === 'lumen' && bill.date >= (timeline.months.at(-4)?.start ?? '');
    if (amount === undefined || date > timeline.today || disputed) continue;
    const key = `VPMT:${bill.key}`;
    const payee = [...VENDORS, ...PEOPLE].find((one) => one.key === bill.entity?.key);
    const what = bill.kind === 'EXPENSE_REPORT' ? 'Expenses' : `Bill ${bill.reference ?? ''}`.trim();
    plan.documents.push({
      key,
      kind: 'VENDOR_PAYMENT',
      subsidiary: bill.subsidiary,
      ...(bill.entity === undefined ? {} : { entity: bill.entity }),
      date,
      currency: bill.currency,
      memo: `Payment to ${payee?.name ?? 'vendor'}`,
      paymentMethod: bill.currency === 'EUR' ? 'SEPA' : bill.currency === 'JPY' ? 'BANK_TRANSFER' : 'ACH',
      lines: [
        {
          type: 'ITEM',
          description: what,
          quantity: '1',
          unitPrice: amount,
          account: BANK[bill.subsidiary],
        },
      ],
    });
    plan.settlements.push({ source: key, on: date, amounts: [{ document: bill.key, amount }] });
  }
  return plan;
}

/** Two vendors issued credits: a service-level credit and one for returned goods. Applied to the same month's bill. */
export function plannedVendorCredits(
  bills: readonly PlannedDocument[],
  timeline: Timeline,
): PlannedDocument[] {
  const cutoff = timeline.months.at(-3)?.start ?? timeline.start;
  return bills
    .filter(({ key, date }) => /^BILL:(northgate|axiom):/.test(key) && date < cutoff)
    .filter((_bill, index) => index % 9 === 4)
    .map((bill) => ({
      key: `VC:${bill.key}`,
      kind: 'VENDOR_CREDIT' as const,
      subsidiary: bill.subsidiary,
      ...(bill.entity === undefined ? {} : { entity: bill.entity }),
      date: addDays(bill.date, 9),
      currency: bill.currency,
      memo: bill.key.includes('axiom') ? 'Two gateways returned, dead on arrival' : 'Service-level credit',
      reference: `${bill.reference}-CR`,
      lines: bill.lines.map((line) => ({
        ...line,
        description: bill.key.includes('axiom') ? 'Gateways returned' : 'Service-level credit',
        unitPrice: whole(1_640, bill.currency),
      })),
    }));
}

/** Employees who travel; their expense reports arrive at the end of some months. */
const TRAVELLERS = ['haddad', 'mcallister', 'brooks', 'goldberg', 'weber', 'fischer', 'kimura', 'castellano'];

/** Expense reports of employees who travel, about three a month. */
export function plannedExpenseReports(timeline: Timeline): PlannedDocument[] {
  return timeline.months.flatMap((month) =>
    TRAVELLERS.flatMap((key): PlannedDocument[] => {
      const chance = chanceOf(`expenses:${key}:${month.start}`);
      const person = PEOPLE.find((one) => one.key === key);
      const date = month.day(chance.between(18, 27));
      if (person === undefined || !chance.percent(38) || date > timeline.today) return [];
      const currency = BASE_CURRENCY[person.subsidiary];
      const scale = currency === 'JPY' ? 150 : 1;
      const line = (description: string, account: string, least: number, most: number) => ({
        type: 'ITEM' as const,
        description,
        quantity: '1',
        unitPrice: whole(chance.between(least, most) * scale, currency),
        account,
        department: person.department,
        location: HOME_LOCATION[person.subsidiary],
      });
      const trip = chance.pick(['customer workshop', 'trade fair', 'quarterly review', 'installation']);
      return [
        {
          key: `EXP:${key}:${month.start}`,
          kind: 'EXPENSE_REPORT',
          subsidiary: person.subsidiary,
          entity: { type: 'EMPLOYEE', key },
          date,
          dueDate: addDays(date, 14),
          currency,
          memo: `Expenses ${person.name}, ${trip}, ${month.label}`,
          lines: [
            line('Hotel, two nights', '6210', 280, 520),
            line('Train and taxi', '6210', 60, 190),
            line('Dinner with the customer', '6220', 70, 240),
          ],
        },
      ];
    }),
  );
}
