import type { ReadRow } from '@/core/imports/read-row';
import { isSameTerms } from '@/core/orders/order-acts';
import type { OrderSource } from '@/core/orders/order-source';
import type { ReportedRow } from '@/core/orders/wanted-order';
import { noteOrderRows } from '@/db/stores/sales/order-rows';
import { findOrderSource } from '@/db/stores/sales/order-sources';
import { type KeptOrder, keepSourceOrders, ordersByKey } from '@/db/stores/sales/source-orders';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { Loaded, LoadUnit } from '../cut-over/load-items';
import { refuseNotFound } from '../kit/crud';
import type { Context } from '../kit/define';
import { considerOrders } from './draft-orders';
import type { OrderAsked } from './reconcile-order';
import { sourceOf } from './source-records';

/** A source, and the one whose orders its rows are about, locked: files about the same orders take turns. */
export async function lockSource(
  tenant: Tenant,
  id: string,
): Promise<{ readonly source: OrderSource; readonly home: OrderSource }> {
  const source = sourceOf((await findOrderSource(tenant, id)) ?? refuseNotFound('order source', id));
  const homeId = source.ordersOfId ?? source.id;
  const home = sourceOf(
    (await findOrderSource(tenant, homeId, true)) ?? refuseNotFound('order source', homeId),
  );
  return { source, home };
}

/**
 * Takes a portion of a source's file in: rows that say what was reported before change nothing, new and changed ones are added to what is known
 * of their order, which is then brought in line. New orders that become a contract and nothing else are made in sets, all others one at a
 * time. Each order gets its own answer; a refused one leaves nothing.
 */
export async function loadOrders(
  context: Context,
  part: { readonly importId: string; readonly sourceId: string | null },
  units: readonly LoadUnit[],
): Promise<Loaded[]> {
  const { tenant } = context;
  const { source, home } = await lockSource(tenant, part.sourceId ?? '');
  const keyOf = ({ unit }: LoadUnit) => unit.rows[0]?.values.orderId ?? '';
  const known = new Map(
    (await ordersByKey(tenant, home.id, units.map(keyOf))).map((one) => [one.orderKey, one]),
  );
  const answers: Loaded[] = [];
  const keep: KeptOrder[] = [];
  const asked: { readonly at: number; readonly asked: OrderAsked }[] = [];
  for (const [at, load] of units.entries()) {
    const orderKey = keyOf(load);
    const before = known.get(orderKey) ?? null;
    const now = reportedBy(source, home, load.unit.rows, part.importId);
    const reported = { ...before?.told, ...changedRows(now, before?.told ?? {}) };
    if (before !== null && before.orderState !== 'WAITING' && isSameTerms(reported, before.told)) {
      answers[at] = { recordId: before.id, outcome: 'Nothing changed' };
      continue;
    }
    // Orders are listed by their ids, so they get them in the order of the file.
    const id = before?.id ?? newId();
    asked.push({ at, asked: { home, orderKey, id, told: reported, before, answers: before?.answers ?? {} } });
  }
  const considered = await considerOrders(
    context,
    asked.map((one) => one.asked),
  );
  for (const [index, { at }] of asked.entries()) {
    const answer = considered[index];
    if (answer === undefined) throw new Error('an order lost its answer');
    if (answer instanceof Error) answers[at] = { error: answer };
    else {
      keep.push(answer.order);
      answers[at] = { recordId: answer.order.id, outcome: answer.words };
    }
  }
  await keepSourceOrders(tenant, keep);
  await noteOrderRows(
    tenant,
    { importId: part.importId, sourceId: home.id },
    units.flatMap(({ unit }, at) => {
      const answer = answers[at];
      return answer !== undefined && 'recordId' in answer
        ? [{ orderId: answer.recordId, unit: unit.unit, rows: unit.rows.length }]
        : [];
    }),
  );
  return answers;
}

/** The rows of an order by their keys: their own ids, or their place among the rows of their kind. */
function reportedBy(
  source: OrderSource,
  home: OrderSource,
  rows: readonly ReadRow[],
  importId: string,
): Record<string, ReportedRow> {
  const counts = new Map<string, number>();
  // Rows of another source than the order's own never stand for one of its own.
  const prefix = source.id === home.id ? '' : `${source.code} `;
  return Object.fromEntries(
    rows.map(({ values, rowNumber }) => {
      const { lineId, what = 'ORDER' } = values;
      const kind = what === 'ORDER' ? 'line' : what.toLowerCase();
      const place = (counts.get(kind) ?? 0) + 1;
      if (lineId === undefined) counts.set(kind, place);
      return [`${prefix}${lineId ?? `${kind} ${place}`}`.slice(0, 90), { values, importId, rowNumber }];
    }),
  );
}

/** Rows that say something else than before, or are new; the others keep the file they were first reported by. */
const changedRows = (
  now: Readonly<Record<string, ReportedRow>>,
  before: Readonly<Record<string, ReportedRow>>,
) =>
  Object.fromEntries(
    Object.entries(now).filter(([key, { values }]) => !isSameTerms(before[key]?.values, values)),
  );
