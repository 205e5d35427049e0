import { dec } from '../money/decimal';
import type { Ask, AskedField, Condition, LineOutcome, OrderRule } from './order-source';

/** The values of a line, by field. */
export type LineValues = Readonly<Record<string, string>>;

/** The outcome of the first rule whose conditions a line all meets; null when none matches, and the line waits for a person. */
export function outcomeOf(rules: readonly OrderRule[], values: LineValues): OrderRule | null {
  return rules.find(({ when }) => when.every((condition) => meets(condition, values))) ?? null;
}

function meets({ field, ask, value }: Condition, values: LineValues): boolean {
  const reported = (values[field] ?? '').trim();
  if (ask === 'IS_EMPTY') return reported === '';
  const wanted = value.split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (ask === 'IS_NOT') return !wanted.some((one) => same(reported, one));
  if (reported === '') return false;
  return wanted.some((one) => COMPARES[ask](reported, one));
}

const same = (reported: string, one: string) => reported.toLowerCase() === one.toLowerCase();
const isAmount = (text: string) => /^-?\d+(\.\d+)?$/.test(text);

const COMPARES: Readonly<
  Record<Exclude<Ask, 'IS_EMPTY' | 'IS_NOT'>, (reported: string, one: string) => boolean>
> = {
  IS: same,
  CONTAINS: (reported, one) => reported.toLowerCase().includes(one.toLowerCase()),
  STARTS_WITH: (reported, one) => reported.toLowerCase().startsWith(one.toLowerCase()),
  ABOVE: (reported, one) => isAmount(reported) && isAmount(one) && dec(reported).gt(one),
  BELOW: (reported, one) => isAmount(reported) && isAmount(one) && dec(reported).lt(one),
};

const FIELD_WORDS: Readonly<Record<AskedField, string>> = {
  product: 'product',
  plan: 'plan',
  description: 'description',
  category: 'category',
  status: 'status',
  subscription: 'subscription',
  customerId: 'customer ID',
  customerName: 'customer',
  currencyCode: 'currency',
  amount: 'net amount',
};

export const ASK_WORDS: Readonly<Record<Ask, string>> = {
  IS: 'is',
  IS_NOT: 'is not',
  CONTAINS: 'contains',
  STARTS_WITH: 'starts with',
  IS_EMPTY: 'is empty',
  ABOVE: 'is above',
  BELOW: 'is below',
};

/** What a field that rules ask about is called. */
export const fieldWords = (field: AskedField) => FIELD_WORDS[field];

/** A rule's conditions as a sentence: `product is PLAN-A or PLAN-B, and net amount is above 0`. */
export function conditionWords(when: readonly Condition[]): string {
  if (when.length === 0) return 'any line';
  return when
    .map(({ field, ask, value }) => {
      const wanted = value
        .split(';')
        .map((one) => one.trim())
        .filter(Boolean)
        .join(' or ');
      return [FIELD_WORDS[field], ASK_WORDS[ask], ask === 'IS_EMPTY' ? '' : wanted].filter(Boolean).join(' ');
    })
    .join(', and ');
}

/** What an outcome makes of a line, as a sentence. */
export function outcomeWords(outcome: LineOutcome): string {
  switch (outcome.kind) {
    case 'NOTHING':
      return 'nothing, since it is not revenue';
    case 'INVOICE_LINE':
      return 'a line of an invoice without a revenue contract';
    case 'OBLIGATION':
      return {
        OVER_PERIOD: 'a performance obligation satisfied over the service period',
        ON_DATE: 'a performance obligation satisfied on the date of the line',
        ON_DELIVERY: 'a performance obligation satisfied on delivery',
        AS_USED: 'a performance obligation satisfied as it is used',
      }[outcome.pattern];
  }
}
