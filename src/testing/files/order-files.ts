import { readFileSync } from 'node:fs';
import type { OrderRule, OrderSource } from '@/core/orders/order-source';
import { mappingOf, readOrderRows } from '@/core/orders/read-order';
import { readWanted } from '@/core/orders/read-wanted';
import type { SourceKind } from '@/core/orders/source-kinds';
import type { OrderReading, ReportedRow, WantedOrder } from '@/core/orders/wanted-order';
import { rowsOfCsv } from '@/lib/csv';

/** A source of orders as the laws of core read it. */
export const orderSource = (
  kind: SourceKind,
  rules: readonly OrderRule[],
  more: Partial<OrderSource> = {},
): OrderSource => ({
  id: 'source',
  code: 'SRC',
  name: 'The shop',
  kind,
  subsidiaryId: 'subsidiary',
  ordersOfId: null,
  mapping: {},
  defaults: {},
  rules,
  ...more,
});

/** A sample of a vendor's export. */
export function sampleFile(name: string) {
  const [columns = [], ...rows] = rowsOfCsv(readFileSync(`e2e/adoption/samples/${name}.csv`, 'utf8')) ?? [];
  return { columns, rows };
}

/** The orders of a sample, each as its rows are reported. Throws for a row that cannot be read. */
export function reportedIn(source: OrderSource, name: string): Map<string, Record<string, ReportedRow>> {
  const { columns, rows } = sampleFile(name);
  const raw = rows.map((cells, at) => ({ rowNumber: at + 1, cells }));
  return new Map(
    readOrderRows(source, mappingOf(source, columns), raw).map((unit) => {
      const wrong = unit.rows.find(({ problems }) => problems.length > 0);
      if (wrong !== undefined)
        throw new Error(`${name}, row ${wrong.rowNumber}: ${wrong.problems[0]?.message}`);
      const reported = unit.rows.map(({ values, rowNumber }, at): [string, ReportedRow] => [
        values.lineId ?? `line ${at + 1}`,
        { values, importId: 'file', rowNumber },
      ]);
      return [unit.rows[0]?.values.orderId ?? '', Object.fromEntries(reported)];
    }),
  );
}

/** What each order of a sample comes to. */
export const readingsOf = (source: OrderSource, name: string): Map<string, OrderReading> =>
  new Map(
    [...reportedIn(source, name)].map(([key, reported]) => [key, readWanted(key, reported, source, {})]),
  );

/** What an order should be; throws for one that waits or is nothing. */
export function wantedOf(reading: OrderReading | undefined): WantedOrder {
  if (reading !== undefined && 'wanted' in reading) return reading.wanted;
  throw new Error(`not wanted: ${JSON.stringify(reading)}`);
}
