import { IMPORTABLE } from '../imports/importable';
import { differingProblems } from '../imports/journal-rows';
import { type Mapping, squeezed } from '../imports/mapping';
import { readCell } from '../imports/read-cell';
import { type CellProblem, type ReadRow, withProblems } from '../imports/read-row';
import type { RawRow, Unit } from '../imports/read-rows';
import { dayOf } from '../imports/written-day';
import { dec, toPlainString } from '../money/decimal';
import { isCurrency, minorUnits } from '../money/minor-units';
import { addDays, addMonths } from '../periods/calendar';
import type { OrderSource } from './order-source';
import { SOURCE_FACTS } from './source-kinds';

const FIELDS = new Map(IMPORTABLE.orders.fields.map((field) => [field.name, field]));

type Readable = Pick<OrderSource, 'kind' | 'defaults' | 'mapping'>;

/**
 * The field each column of a file holds: as the source remembers it, else as the vendor's export names it, else as the header
 * suggests. A field is read from one column, the first that holds it.
 */
export function mappingOf(source: Readable, headers: readonly string[]): Mapping {
  const known = new Map(
    Object.entries({ ...SOURCE_FACTS[source.kind].columns, ...source.mapping }).map(([header, field]) => [
      squeezed(header),
      field,
    ]),
  );
  const taken = new Set<string>();
  const take = (name: string | undefined) => {
    if (name === undefined || name === '' || taken.has(name) || !FIELDS.has(name)) return null;
    taken.add(name);
    return name;
  };
  const first = headers.map((header) => take(known.get(squeezed(header))));
  if (source.kind !== 'TABLE') return first;
  return first.map((name, at) => {
    const header = squeezed(headers[at] ?? '');
    if (name !== null || header === '' || known.has(header)) return name;
    const guess = IMPORTABLE.orders.fields.find(
      (field) =>
        !taken.has(field.name) &&
        (squeezed(field.name) === header || squeezed(field.label) === header || field.also.includes(header)),
    );
    return take(guess?.name);
  });
}

/** A mapping as a source remembers it: field by header; an empty field says that the column is left out. */
export const rememberedMapping = (headers: readonly string[], mapping: Mapping): Record<string, string> =>
  Object.fromEntries(headers.map((header, at) => [header, mapping[at] ?? '']));

/**
 * Reads the rows of an export: cells as the source writes them (days, smallest units, ends of periods), the rows of one order
 * together, wherever they stand. A row without an order is read by itself; an event without an order does not concern revenue.
 */
export function readOrderRows(source: Readable, mapping: Mapping, rows: readonly RawRow[]): Unit[] {
  const units = new Map<string, ReadRow[]>();
  for (const raw of rows) {
    const row = readRow(source, mapping, raw);
    const key = row.values.orderId ?? ` ${row.rowNumber}`;
    const unit = units.get(key);
    if (unit === undefined) units.set(key, [row]);
    else unit.push(row);
  }
  return [...units.values()].map((unit) => ({ unit: unit[0]?.rowNumber ?? 0, rows: judged(unit) }));
}

function readRow(source: Readable, mapping: Mapping, { rowNumber, cells }: RawRow): ReadRow {
  const values: Record<string, string> = {};
  const unread: CellProblem[] = [];
  for (const [at, name] of mapping.entries()) {
    const field = name === null ? undefined : FIELDS.get(name);
    const cell = (cells[at] ?? '').trim();
    if (field === undefined || cell === '') continue;
    const reported = field.kind === 'day' ? dayOf(cell, styleOf(source)) : cell;
    const result = readCell(field, reported);
    if (result.ok) values[field.name] = result.value;
    else unread.push({ field: field.name, message: result.message });
  }
  return { rowNumber, values, problems: unread.length > 0 ? unread : adjust(source, values) };
}

const styleOf = ({ kind, defaults }: Readable) => defaults.days ?? SOURCE_FACTS[kind].days;

/** Values as Daybook uses them; the problems of a row that says too little. */
function adjust(source: Readable, values: Record<string, string>): CellProblem[] {
  const facts = SOURCE_FACTS[source.kind];
  if (values.what === undefined && facts.events !== undefined)
    values.what = facts.events[(values.category ?? '').toLowerCase()] ?? 'NOTHING';
  if (values.orderId === undefined) {
    // Payouts, fees and payments without an invoice: about no order.
    if (facts.events === undefined) return [{ field: 'orderId', message: 'Order ID is empty.' }];
    values.what = 'NOTHING';
    values.orderId = values.lineId ?? '';
    if (values.orderId === '') return [{ field: 'orderId', message: 'Order ID is empty.' }];
  }
  const currency = values.currencyCode ?? source.defaults.currencyCode;
  if (currency !== undefined) values.currencyCode = currency;
  if (currency !== undefined && !isCurrency(currency))
    return [{ field: 'currencyCode', message: `Currency: ${currency} is not a currency.` }];
  values.what ??= 'ORDER';
  if (source.defaults.isMinor ?? facts.isMinor ?? false) inMajorUnits(values);
  const { start, end, months } = values;
  if (end === undefined && start !== undefined && months !== undefined && /^\d{1,3}$/.test(months))
    values.end = addDays(addMonths(start, Number(months)), -1);
  else if (
    end !== undefined &&
    start !== undefined &&
    end > start &&
    (source.defaults.endIsExclusive ?? facts.endIsExclusive ?? false)
  )
    values.end = addDays(end, -1);
  if (values.start !== undefined && values.end !== undefined && values.end < values.start)
    return [{ field: 'end', message: `Service to: before the start on ${values.start}.` }];
  if (facts.isPeriodic && values.start !== undefined) values.orderId = `${values.orderId} ${values.start}`;
  return values.what === 'NOTHING' ? [] : missingIn(values);
}

/** What a row must contain for the event it reports. */
function missingIn(values: Readonly<Record<string, string>>): CellProblem[] {
  const problems: CellProblem[] = [];
  if ((values.date ?? values.invoicedOn ?? values.start) === undefined)
    problems.push({ field: 'date', message: 'Date is empty.' });
  const { what, amount, unitPrice, total } = values;
  const isAmount = amount !== undefined || (what === 'ORDER' && (unitPrice ?? total) !== undefined);
  if (!isAmount && what !== 'DELIVERY' && what !== 'CANCELLATION')
    problems.push({ field: 'amount', message: 'Net amount is empty, and no other column contains it.' });
  return problems;
}

const MONEY = [
  'unitPrice',
  'amount',
  'discount',
  'total',
  'tax',
  'paidAmount',
  'refundedAmount',
  'subtotal',
  'shipping',
];

function inMajorUnits(values: Record<string, string>): void {
  if (values.currencyCode === undefined) return;
  const digits = minorUnits(values.currencyCode);
  for (const name of MONEY) {
    const value = values[name];
    if (value !== undefined) values[name] = toPlainString(dec(value).div(dec(`1${'0'.repeat(digits)}`)));
  }
}

const SHARED = IMPORTABLE.orders.fields.filter(({ ofDocument }) => ofDocument);

/** Whose order it is and its currency are the same on every row that tells them. */
const judged = (rows: readonly ReadRow[]): readonly ReadRow[] =>
  rows.map((row) =>
    withProblems(row, () => [...differingProblems(SHARED, 'order', row, rows), ...twin(row, rows)]),
  );

function twin(row: ReadRow, rows: readonly ReadRow[]): CellProblem[] {
  const { lineId } = row.values;
  if (lineId === undefined) return [];
  const first = rows.find((other) => other.values.lineId === lineId);
  return first === undefined || first.rowNumber >= row.rowNumber
    ? []
    : [{ field: 'lineId', message: `Line ID: row ${first.rowNumber} also has ${lineId}.` }];
}
