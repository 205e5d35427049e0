import { dec } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { percentOf, total, whole } from '../amounts';
import { BANK, type PlannedDocument, type PlannedSettlement } from '../documents';
import { chanceOf } from '../random';
import type { Timeline } from '../timeline';
import type { PlannedInvoice } from './sales';

/** The totals of created documents, by the story's key. */
export type Totals = ReadonlyMap<string, string>;

export interface Plan {
  readonly documents: PlannedDocument[];
  readonly settlements: PlannedSettlement[];
}

/** Invoices billed to the wrong customer or billed twice; they are reversed, so they are never paid. */
export function misbilled(invoices: readonly PlannedInvoice[]): PlannedInvoice[] {
  return invoices.filter(({ customer }, index) => index % 137 === 61 && customer.habit !== 'DELINQUENT');
}

/** Credits for outages, returns and disputes: a share of the invoice's first line, credited two weeks later. */
export function plannedCredits(invoices: readonly PlannedInvoice[], timeline: Timeline): PlannedDocument[] {
  return invoices.flatMap((invoice) => {
    const chance = chanceOf(`credit:${invoice.key}`);
    const [line] = invoice.lines;
    const date = addDays(invoice.date, 12);
    if (!chance.percent(3) || line === undefined || date > timeline.today) return [];
    const percent = chance.pick([5, 8, 10, 15]);
    const reason = chance.pick([
      'Service credit for the outage of the month',
      'Seats billed too many',
      'Goodwill after a late delivery',
    ]);
    return [
      {
        key: `CM:${invoice.key}`,
        kind: 'CREDIT_MEMO',
        subsidiary: invoice.subsidiary,
        ...(invoice.entity === undefined ? {} : { entity: invoice.entity }),
        date,
        currency: invoice.currency,
        memo: reason,
        lines: [
          {
            ...line,
            account: '4910',
            description: `${reason} (${percent}%)`,
            unitPrice: percentOf(line.unitPrice, percent, invoice.currency),
          },
        ],
      },
    ];
  });
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  USD: ['ACH', 'WIRE', 'ACH', 'CHECK'],
  EUR: ['SEPA'],
  JPY: ['BANK_TRANSFER'],
};

/** Receipts for the invoices: on time, late or not at all, by habit; some in two parts, a few overpaid. */
export function plannedReceipts(
  invoices: readonly PlannedInvoice[],
  totals: Totals,
  timeline: Timeline,
): Plan {
  const plan: Plan = { documents: [], settlements: [] };
  for (const invoice of invoices) {
    const chance = chanceOf(`receipt:${invoice.key}`);
    const credit = totals.get(`CM:${invoice.key}`);
    const full = totals.get(invoice.key);
    if (full === undefined) continue;
    if (credit !== undefined) {
      plan.settlements.push({
        source: `CM:${invoice.key}`,
        on: addDays(invoice.date, 12),
        amounts: [{ document: invoice.key, amount: credit }],
      });
    }
    const owed = credit === undefined ? full : total([full, `-${credit}`], invoice.currency);
    const paidOn = payDay(invoice, chance.between(0, 100), timeline);
    if (paidOn === null || paidOn > timeline.today || dec(owed).lte('0')) continue;
    const style = chance.between(1, 100);
    const inParts = style <= 4;
    const first = inParts ? percentOf(owed, chance.pick([40, 50, 60]), invoice.currency) : owed;
    const tooMuch = style > 98 ? whole(chance.pick([50, 100, 250]), invoice.currency) : null;
    receive(plan, invoice, `PMT:${invoice.key}`, paidOn, first, tooMuch);
    const restOn = addDays(paidOn, 24);
    if (inParts && restOn <= timeline.today) {
      const rest = total([owed, `-${first}`], invoice.currency);
      receive(plan, invoice, `PMT2:${invoice.key}`, restOn, rest, null);
    }
  }
  return plan;
}

function receive(
  plan: Plan,
  invoice: PlannedInvoice,
  key: string,
  date: string,
  amount: string,
  tooMuch: string | null,
): void {
  const chance = chanceOf(key);
  const paid = tooMuch === null ? amount : total([amount, tooMuch], invoice.currency);
  plan.documents.push({
    key,
    kind: 'CUSTOMER_PAYMENT',
    subsidiary: invoice.subsidiary,
    ...(invoice.entity === undefined ? {} : { entity: invoice.entity }),
    date,
    currency: invoice.currency,
    memo: tooMuch === null ? `Payment from ${invoice.customer.name}` : `Overpaid by ${invoice.customer.name}`,
    paymentMethod: chance.pick(METHODS[invoice.currency] ?? ['WIRE']),
    lines: [
      {
        type: 'ITEM',
        description: `Received from ${invoice.customer.name}`,
        quantity: '1',
        unitPrice: paid,
        account: BANK[invoice.subsidiary],
      },
    ],
  });
  plan.settlements.push({ source: key, on: date, amounts: [{ document: invoice.key, amount }] });
}

/** The day an invoice is paid, by its customer's habit; null while it is unpaid. */
function payDay(invoice: PlannedInvoice, luck: number, timeline: Timeline): string | null {
  const due = invoice.dueDate ?? invoice.date;
  switch (invoice.customer.habit) {
    case 'PROMPT':
      return later(addDays(due, (luck % 10) - 7), addDays(invoice.date, 2));
    case 'SLOW':
      return addDays(due, 6 + (luck % 40));
    case 'DELINQUENT':
      // Invoices older than half a year were eventually collected; the rest are still open.
      return invoice.date < (timeline.months.at(-6)?.start ?? timeline.start)
        ? addDays(due, 35 + (luck % 40))
        : null;
  }
}

const later = (one: string, other: string): string => (one > other ? one : other);
