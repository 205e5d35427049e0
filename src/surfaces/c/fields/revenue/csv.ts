import { csvOf } from '@/lib/csv';
import { letOthers } from '@/lib/portions';
import type { PeriodBasis } from '@/usecases/reports/report-periods';
import type {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import type { changedReport } from '@/usecases/revenue/reports/report-changed';
import type { StreamedCustomer } from '@/usecases/revenue/reports/report-customers';
import type {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import type { StreamedAnswer } from '../../../kit/answer';
import type { Inbound } from '../../../kit/inbound';

type Cell = string | number | null;
/** A report as a table: its columns and rows of cells. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}
type Shown<UseCase extends { run: (...input: never[]) => Promise<unknown> }> = Awaited<
  ReturnType<UseCase['run']>
>;

/** The name of a period as people write it: a month, or the label of a fiscal period. */
const labelsOf =
  ({ periodBasis }: { readonly periodBasis?: PeriodBasis | undefined }) =>
  (period: string) =>
    periodBasis?.periods.find(({ key }) => key === period)?.label ?? period;

/** The as-of dates of a report; repeated in every row, so that the table is never read without them. */
interface Heading {
  readonly currencyCode: string;
  readonly asOf: string;
  readonly effectiveAsOf: string | null;
  readonly knownAsOf: string | null;
  readonly periodBasis?: PeriodBasis | undefined;
}

/** True when the caller requests a table: `?format=csv`, or text/csv before JSON in Accept. */
export function wantsCsv(inbound: Inbound): boolean {
  const format = inbound.query.get('format');
  if (format !== null) return format === 'csv';
  const accepted = (inbound.header('accept') ?? '').split(',').map((one) => one.split(';')[0]?.trim());
  return accepted.includes('text/csv');
}

/**
 * A report as CSV (RFC 4180): every row begins with the currency, the period and both as-of dates of the report. Periods are written
 * by month, fiscal periods by label.
 * `knownAsOf` is the moment of the answer unless given, so that the report can be requested again; `effectiveAsOf` is
 * empty when events of every date count.
 */
export function csvAnswer(name: string, heading: Heading, table: Table, now: Date): StreamedAnswer {
  const { header, lead } = leadOf(heading, table.columns, now);
  const chunks = linesInTurn(header, table.rows, (row) => [...lead, ...row]);
  return { status: 200, headers: headersOf(name, heading), chunks };
}

const leadOf = (heading: Heading, columns: readonly string[], now: Date) => ({
  header: ['currencyCode', 'asOf', 'effectiveAsOf', 'knownAsOf', ...columns],
  lead: [
    heading.currencyCode,
    labelsOf(heading)(heading.asOf),
    heading.effectiveAsOf,
    heading.knownAsOf ?? now.toISOString(),
  ] as const,
});

const headersOf = (name: string, { asOf }: Heading) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="revenue-${name}-${asOf}.csv"`,
});

/** Revenue of every customer by period as CSV, written while it is read, with the sums of all as its last row. */
export function customersCsv(
  heading: Heading & { readonly columns: readonly string[] },
  customers: AsyncIterable<StreamedCustomer[]>,
  now: Date,
): StreamedAnswer {
  const columns = ['customer', 'number', 'customerId', ...heading.columns.map(labelsOf(heading)), 'total'];
  const { header, lead } = leadOf(heading, columns, now);
  return {
    status: 200,
    headers: headersOf('customers', heading),
    chunks: customerLines(header, lead, customers),
  };
}

async function* customerLines(
  header: readonly Cell[],
  lead: readonly Cell[],
  customers: AsyncIterable<StreamedCustomer[]>,
): AsyncGenerator<string, void, undefined> {
  yield csvOf([header]);
  for await (const some of customers) {
    const lines = some.map((line) => [
      ...lead,
      ...(line.kind === 'TOTAL' ? ['total', null, null] : [line.name, line.number, line.customerId]),
      ...line.amounts,
      line.total,
    ]);
    if (lines.length > 0) yield csvOf(lines);
  }
}

/** Rows written before others get their turn. */
const ROWS_AT_ONCE = 250;

/** A table whose rows arrive some hundred at a time as CSV. */
export async function* linesAsRead<Row>(
  header: readonly Cell[],
  rows: AsyncIterable<readonly Row[]>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string, void, undefined> {
  yield csvOf([header]);
  for await (const some of rows) if (some.length > 0) yield csvOf(some.map(cellsOf));
}

/** A table of any length as CSV, some hundred lines at a time: others get their turn between them. */
export async function* linesInTurn<Row>(
  header: readonly Cell[],
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<string, void, undefined> {
  yield csvOf([header]);
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield csvOf(rows.slice(at, at + ROWS_AT_ONCE).map(cellsOf));
    await letOthers();
  }
}

export const waterfallTable = ({ periods, rows, total, ...said }: Shown<typeof waterfallReport>): Table => ({
  columns: ['cohort', 'booked', 'before', ...periods.map(labelsOf(said)), 'after', 'remaining'],
  rows: [...rows, { cohort: 'total', ...total }].map((row) => [
    labelsOf(said)(row.cohort),
    row.booked,
    row.before,
    ...row.months,
    row.after,
    row.remaining,
  ]),
});

export const rollforwardTable = ({ rows, ...said }: Shown<typeof rollforwardReport>): Table => ({
  columns: ['period', 'opening', 'billings', 'releases', 'adjustments', 'closing', 'ledger', 'difference'],
  rows: rows.map((row) => [
    labelsOf(said)(row.period),
    row.opening,
    row.billings,
    row.releases,
    row.adjustments,
    row.closing,
    row.ledger,
    row.difference,
  ]),
});

export const rpoTable = ({ bands, total, excluded }: Shown<typeof rpoReport>): Table => ({
  columns: ['band', 'amount', 'expedient'],
  rows: [
    ...bands.map(({ band, amount }) => [band, amount, null]),
    ['total', total, null],
    ...excluded.map(({ expedient, amount }) => ['left out', amount, expedient]),
  ],
});

export const contractBalancesTable = ({ contracts }: Shown<typeof contractBalancesReport>): Table => ({
  columns: [
    'contractNumber',
    'contractId',
    'receivable',
    'contractAsset',
    'deferred',
    'current',
    'nonCurrent',
  ],
  rows: contracts.map((row) => [
    row.contractNumber,
    row.contractId,
    row.receivable,
    row.contractAsset,
    row.deferred,
    row.current,
    row.nonCurrent,
  ]),
});

export const disaggregationTable = (shown: Shown<typeof disaggregationReport>): Table => ({
  columns: [shown.category, ...shown.columns.map(labelsOf(shown)), 'total'],
  rows: [
    ...shown.rows.map(({ value, amounts, total }) => [value, ...amounts, total]),
    ['total', ...shown.totals, shown.total],
  ],
});

export const forecastTable = ({ rows, unscheduled, ...said }: Shown<typeof forecastReport>): Table => {
  const fields = ['recognised', 'scheduled', 'expected', 'total', 'cumulative'] as const;
  return {
    columns: ['period', ...fields],
    rows: [
      ...rows.map((row) => [labelsOf(said)(row.period), ...fields.map((field) => row[field])]),
      ['unscheduled', null, null, null, unscheduled, null],
    ],
  };
};

export const changedTable = ({ lines, ...said }: Shown<typeof changedReport>): Table => ({
  columns: [
    'contractNumber',
    'contractId',
    'naturalPeriod',
    'postedPeriod',
    'bookedPeriod',
    'amount',
    'causeKind',
    'causeId',
    'causeDate',
    'causeRecordedAt',
  ],
  rows: lines.map((line) => [
    line.contractNumber,
    line.contractId,
    labelsOf(said)(line.naturalPeriod),
    line.postedPeriod === null ? null : labelsOf(said)(line.postedPeriod),
    labelsOf(said)(line.bookedPeriod),
    line.amount,
    line.causeKind,
    line.causeId,
    line.causeDate,
    line.causeRecordedAt,
  ]),
});

const BRIDGE = [
  'period',
  'opening',
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'closing',
  'annual',
] as const;
export const recurringTable = ({ rows, ...said }: Shown<typeof recurringRevenueReport>): Table => ({
  columns: BRIDGE,
  rows: rows.map((row) =>
    BRIDGE.map((column) => (column === 'period' ? labelsOf(said)(row.period) : row[column])),
  ),
});
