import { z } from 'zod';
import { type Aging, type AgingBucket, ageItems, agingBucket } from '@/core/billing/aging';
import { openAmount } from '@/core/billing/applications';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { isTransactionKind, KIND_FACTS } from '@/core/transactions/kinds';
import { type OpenItemRow, readOpenItems } from '@/db/reports/open-items';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { reportScope } from './report-scope';

const input = z.object({
  side: z.enum(['RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE']),
  asOf: day.optional(),
  entityId: z.guid().optional(),
  subsidiaryId: z.guid().optional(),
});

const ENTITY = { RECEIVABLE: 'CUSTOMER', PAYABLE: 'VENDOR', EMPLOYEE_PAYABLE: 'EMPLOYEE' } as const;

export interface OpenItem extends OpenItemRow {
  /** Signed: a positive amount increases the balance owed; a credit or unapplied payment is negative. */
  openAmount: string;
  bucket: AgingBucket;
}

/** Amounts owed by customers, or owed to vendors and employees, document by document, as of a day. */
export const openItems = defineUseCase({
  name: 'reports.openItems',
  permission: 'gl.report.read',
  mode: 'report',
  input,
  async run(context, asked) {
    const asOf = asked.asOf ?? context.clock.today();
    return { asOf, side: asked.side, items: await itemsOf(context, asked, asOf) };
  },
});

export interface AgingRow extends Aging {
  entityId: string;
  entityName: string;
  currencyCode: string;
}

/** Open items by days past due: one row per counterparty and currency, and a total per currency. */
export const aging = defineUseCase({
  name: 'reports.aging',
  permission: 'gl.report.read',
  mode: 'report',
  input,
  async run(context, asked) {
    const asOf = asked.asOf ?? context.clock.today();
    const items = await itemsOf(context, asked, asOf);
    const rows = grouped(items, (item) => `${item.entityId}/${item.currencyCode}`).map(
      ([first, own]): AgingRow => ({
        entityId: first.entityId,
        entityName: first.entityName,
        currencyCode: first.currencyCode,
        ...aged(own, asOf, first.currencyCode),
      }),
    );
    const totals = grouped(items, (item) => item.currencyCode).map(([first, own]) => ({
      currencyCode: first.currencyCode,
      ...aged(own, asOf, first.currencyCode),
    }));
    return { asOf, side: asked.side, rows, totals };
  },
});

async function itemsOf(context: Context, asked: z.output<typeof input>, asOf: string): Promise<OpenItem[]> {
  if (asked.subsidiaryId !== undefined)
    await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf });
  const rows = await readOpenItems(context.tenant, {
    entityType: ENTITY[asked.side],
    entityId: asked.entityId,
    subsidiaryId: asked.subsidiaryId,
    asOf,
  });
  return rows.map((row) => {
    const sign = isTransactionKind(row.kind) ? KIND_FACTS[row.kind].openItemSign : 0;
    const text = (value: string) => toAmountString(dec(value), row.currencyCode);
    const open = openAmount({
      total: row.settlesAmount,
      applied: row.appliedAmount,
      currencyCode: row.currencyCode,
    });
    return {
      ...row,
      totalAmount: text(row.totalAmount),
      settlesAmount: text(row.settlesAmount),
      appliedAmount: text(row.appliedAmount),
      openAmount: toAmountString(dec(open).times(String(sign)), row.currencyCode),
      bucket: agingBucket(row.dueDate, asOf),
    };
  });
}

function aged(items: readonly OpenItem[], asOf: string, currencyCode: string): Aging {
  return ageItems(
    items.map(({ dueDate, openAmount: open }) => ({ dueDate, open })),
    asOf,
    currencyCode,
  );
}

/** Groups in order of first appearance, each with its first item. */
function grouped(items: readonly OpenItem[], keyOf: (item: OpenItem) => string): [OpenItem, OpenItem[]][] {
  const groups = new Map<string, [OpenItem, OpenItem[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item, [item]]);
    else group[1].push(item);
  }
  return [...groups.values()];
}
