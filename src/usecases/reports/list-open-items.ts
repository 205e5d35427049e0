import { z } from 'zod';
import type { AgingBucket } from '@/core/billing/aging';
import { amountText } from '@/core/money/currency';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { type OpenItemRow, readWholeOpenItems } from '@/db/reports/documents/open-items';
import { readOpenItems } from '@/db/reports/documents/open-items-page';
import type { OpenItemQuery } from '@/db/reports/documents/open-items-sql';
import { readReportSubsidiaries } from '@/db/reports/scope';
import { inPortions } from '@/lib/portions';
import { refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { demandReportReach } from './report-scope';

/** What is open: on which side, on which day, of whom. */
export const openItemFilters = z.object({
  side: z.enum(SUBLEDGERS),
  asOf: day.optional(),
  entityId: z.guid().optional(),
  subsidiaryId: z.guid().optional(),
});
type Asked = z.output<typeof openItemFilters>;

export interface OpenItem extends OpenItemRow {
  readonly bucket: AgingBucket;
}

/**
 * A page of the amounts owed by customers, or owed to vendors and employees, as of a day: document by document, and for receivables of
 * revenue contracts every amount that fell due; of a counterparty the oldest first. Above zero is owed; a credit or unapplied payment is
 * below. Revaluation's unrealized differences are in base currency alone. `total` is the number of items on all pages.
 */
export const openItems = defineUseCase({
  name: 'reports.openItems',
  permission: 'gl.report.read',
  mode: 'report',
  input: openItemFilters.extend({
    limit: z.int().min(1).max(1000).default(1000),
    page: z.int().min(1).max(1_000_000).default(1),
  }),
  async run(context, { limit, page, ...asked }) {
    const { tenant, clock } = context;
    const query = await openItemQuery(context, asked);
    const place = { offset: (page - 1) * limit, limit };
    const { rows, total } = await readOpenItems(tenant, query, place, clock.today());
    return { asOf: query.asOf, side: asked.side, items: await inPortions(rows, openItem), total };
  },
});

/** All of the items, however many, for programs. */
export const wholeOpenItems = defineUseCase({
  name: 'reports.wholeOpenItems',
  permission: 'gl.report.read',
  mode: 'report',
  input: openItemFilters,
  async run(context, asked) {
    const query = await openItemQuery(context, asked);
    const items = await readWholeOpenItems(context.tenant, query, openItem);
    return { asOf: query.asOf, side: asked.side, items };
  },
});

async function openItemQuery(context: Context, asked: Asked): Promise<OpenItemQuery> {
  demandReportReach(context, asked);
  const { subsidiaryId } = asked;
  const wanted = subsidiaryId === undefined ? null : [subsidiaryId];
  const { subsidiaries } = await readReportSubsidiaries(context.tenant, wanted);
  if (subsidiaryId !== undefined && subsidiaries.length === 0) refuseNotFound('subsidiary', subsidiaryId);
  return {
    roles: [asked.side],
    entityId: asked.entityId,
    subsidiaries: subsidiaries.map(({ id }) => ({ id, rate: '1' })),
    asOf: asked.asOf ?? context.clock.today(),
  };
}

/** The item, its amounts at the scale of their currencies. */
function openItem(row: OpenItemRow): OpenItem {
  const text = (value: string) => amountText(value, row.currencyCode);
  return {
    ...row,
    totalAmount: text(row.totalAmount),
    settlesAmount: text(row.settlesAmount),
    appliedAmount: text(row.appliedAmount),
    openAmount: text(row.openAmount),
    openBase: amountText(row.openBase, row.baseCurrencyCode),
    bucket: row.bucket as AgingBucket,
  };
}
