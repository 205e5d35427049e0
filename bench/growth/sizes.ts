/** The last day of the books: everything is posted before it, and it is today for the server that is measured. */
export const TODAY = '2026-11-20';

/** A size of books by its name: `280k`, `1.1m`. */
export interface Size {
  readonly name: string;
  /** Ledger lines, approximately. */
  readonly lines: number;
  /** Groups of ten documents, which post LINES_PER_GROUP lines. */
  readonly groups: number;
  readonly customers: number;
  readonly vendors: number;
  readonly contracts: number;
  readonly employees: number;
  readonly items: number;
  readonly projects: number;
  /** Of each kind of record that a company gathers beside its ledger: leads, subscriptions, orders, commitments, deliveries of webhooks. */
  readonly others: number;
  /** Groups that leave something open. */
  readonly openGroups: number;
}

/** Three invoices and three payments, a bill and its payment, two journals. */
export const DOCUMENTS_PER_GROUP = 10;
export const LINES_PER_GROUP = 32;

/** Groups that leave something open, whatever the size: history grows, what is owed today does not. Each leaves five items. */
const OPEN_GROUPS = 600;

const between = (least: number, value: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)));

/** The books of that size. Throws for a name that is not a number followed by k or m. */
export function sizeOf(name: string): Size {
  const match = /^(\d+(?:\.\d+)?)([km])$/.exec(name);
  if (match === null) throw new Error(`${name} is not a size; write 27k, 280k, 1.1m or 10m`);
  const lines = Number(match[1]) * (match[2] === 'm' ? 1_000_000 : 1_000);
  return {
    name,
    lines,
    groups: Math.ceil(lines / LINES_PER_GROUP),
    customers: between(500, lines / 100, 50_000),
    vendors: between(100, lines / 400, 10_000),
    contracts: between(200, lines / 100, 100_000),
    employees: between(200, lines / 500, 20_000),
    items: between(100, lines / 500, 20_000),
    projects: between(50, lines / 2_500, 4_000),
    others: between(500, lines / 100, 100_000),
    openGroups: OPEN_GROUPS,
  };
}
