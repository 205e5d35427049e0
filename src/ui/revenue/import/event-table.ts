import { dec, toPlainString } from '@/core/money/decimal';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { delimitedRows } from '@/ui/kit/files/delimited';
import { readAmount } from '@/ui/kit/input/amount-input';

export type ImportedEvent = NonNullable<RouterInputs['revenue']['events']['import']['events']>[number];

/**
 * The event fields a column can hold; the names are those of the API, so that a file for the API can be used here too.
 */
export const FIELDS = [
  { value: 'contract', label: 'Contract' },
  { value: 'kind', label: 'What happened' },
  { value: 'key', label: 'Obligation' },
  { value: 'date', label: 'Date' },
  { value: 'amount', label: 'Amount' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'progress', label: 'Progress' },
  { value: 'milestone', label: 'Milestone' },
  { value: 'costToDate', label: 'Costs to date' },
  { value: 'totalCost', label: 'Costs in total' },
  { value: 'sales', label: 'Sales' },
  { value: 'reason', label: 'Reason' },
  { value: 'reference', label: 'Reference' },
] as const;
export type Field = (typeof FIELDS)[number]['value'];

/** The kinds of events a table can contain: those whose fields fit into cells. */
export const KINDS: Readonly<Record<string, string>> = {
  usage: 'Use',
  delivery: 'A delivery',
  progress: 'Progress',
  costs: 'Progress, by costs incurred',
  milestone: 'A milestone',
  royalty: 'Sales subject to a royalty',
  redemption: 'Rights were exercised',
  lapse: 'Rights expired',
  return: 'A return',
  invoice: 'An invoice',
  payment: 'A payment',
  payout: 'Paid to the customer',
  hold: 'A hold',
  release: 'Release of a hold',
};

/** Alternative column names. */
const ALSO: Readonly<Record<string, Field>> = {
  contractnumber: 'contract',
  contractid: 'contract',
  contractno: 'contract',
  event: 'kind',
  type: 'kind',
  what: 'kind',
  whathappened: 'kind',
  obligation: 'key',
  effectivedate: 'date',
  day: 'date',
  on: 'date',
  qty: 'quantity',
  units: 'quantity',
  percent: 'progress',
  ref: 'reference',
};

export type Column = { readonly header: string; readonly field: Field | '' };
export type EventTable = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
};

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

function fieldNamed(header: string): Field | '' {
  const name = squeezed(header);
  const known = FIELDS.find(
    ({ value, label }) => squeezed(value) === name || squeezed(label) === name,
  )?.value;
  return known ?? ALSO[name] ?? '';
}

/** A file or pasted text as a table with its columns matched by header, or why it is not a table. */
export async function readEventTable(text: string): Promise<EventTable | { readonly problem: string }> {
  const read = await delimitedRows(text);
  if ('problem' in read) return read;
  const [header, ...rows] = read.rows;
  if (header === undefined) return { problem: 'The file is empty.' };
  const taken = new Set<Field>();
  const columns = header.map((name): Column => {
    const field = fieldNamed(name);
    if (field === '' || taken.has(field)) return { header: name.trim(), field: '' };
    taken.add(field);
    return { header: name.trim(), field };
  });
  if (taken.size === 0) {
    return { problem: 'The first line must contain column names such as contract, kind, key, date, amount.' };
  }
  if (rows.length === 0) return { problem: 'There are no lines below the header.' };
  return { columns, rows };
}

/** The values of a line by field, trimmed. */
export type Said = Readonly<Partial<Record<Field, string>>>;

export function saidIn(table: EventTable, row: readonly string[]): Said {
  return Object.fromEntries(
    table.columns.flatMap(({ field }, at) => {
      const text = (row[at] ?? '').trim();
      return field === '' || text === '' ? [] : [[field, text]];
    }),
  );
}

const NUMBERS = ['amount', 'quantity', 'progress', 'costToDate', 'totalCost', 'sales'] as const;
const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A line as the endpoint expects it, accepting common number formats; or its first error. */
export function eventOf(said: Said): { readonly event: ImportedEvent } | { readonly problem: string } {
  const { contract, date, reference, kind: named = 'usage', key, milestone, reason } = said;
  if (contract === undefined) return { problem: 'The contract is missing.' };
  if (date === undefined) return { problem: 'The date is missing.' };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date))
    return { problem: `The date ${date} must be in the form YYYY-MM-DD.` };
  const kind = Object.keys(KINDS).find(
    (known) => squeezed(known) === squeezed(named) || squeezed(KINDS[known] ?? '') === squeezed(named),
  );
  if (kind === undefined) return { problem: `“${named}” is not a kind of event that can be imported.` };
  const numbers: Partial<Record<(typeof NUMBERS)[number], string>> = {};
  for (const field of NUMBERS) {
    const text = said[field];
    if (text === undefined) continue;
    const number = numberIn(text);
    if (number === null) {
      return {
        problem: `${FIELDS.find(({ value }) => value === field)?.label ?? field}: ${text} is not a number.`,
      };
    }
    numbers[field] = number;
  }
  const facts = { kind, effectiveDate: date, key, milestone, reason, ...numbers };
  return {
    event: {
      ...(ID.test(contract) ? { contractId: contract } : { contractNumber: contract }),
      // Which fields a kind requires is decided by the endpoint.
      event: facts as unknown as ImportedEvent['event'],
      ...(reference === undefined ? {} : { reference }),
    },
  };
}

/** `1,234.50`, `40 %` (a share of 0.4). */
function numberIn(text: string): string | null {
  const percent = text.match(/^(.*?)\s*%$/);
  if (percent === null) return readAmount(text);
  const number = readAmount(percent[1] ?? '');
  return number === null ? null : toPlainString(dec(number).div('100'));
}
