import { expect } from 'vitest';
import { type Decimal, dec, sum } from '@/core/money/decimal';
import { picture } from '@/core/revenue/contracts/picture';
import { sql, withTenantReport } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { eventsOf } from '@/usecases/revenue/contracts/lock-history';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import type { Books } from '../books';

/** Revenue by the month it belongs to, computed again from the facts of the contracts. */
async function folded(
  books: Books,
  ids: readonly string[],
  knownAsOf?: string,
): Promise<Map<string, Decimal>> {
  const months = new Map<string, Decimal>();
  for (const id of ids) {
    const { contract, events } = await books.read(id, knownAsOf);
    for (const { naturalPeriod, amount } of valueOrThrow(picture(eventsOf(contract, events))).rows) {
      months.set(naturalPeriod, dec(amount).plus(months.get(naturalPeriod) ?? '0'));
    }
  }
  return months;
}

/** Revenue accounts in the ledger by the month posted, read line by line. */
async function ledgerMonths({ org }: Books, knownAsOf: string | null): Promise<Map<string, Decimal>> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ period: string; amount: string }>(
      tenant,
      `select to_char(l.posting_date, 'YYYY-MM') as period, sum(l.credit - l.debit)::text as amount from ledger_lines l
       join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where a.account_type = 'REVENUE' and ($1::timestamptz is null or e.created_at <= $1::timestamptz) group by 1`,
      [knownAsOf],
    ),
  );
  return new Map(rows.map(({ period, amount }) => [period, dec(amount)]));
}

/**
 * Expects the bridge of these contracts to start at the revenue computed from their facts, to end at the ledger, and its lines to explain
 * the whole difference.
 */
export async function bridges(books: Books, ids: readonly string[], knownAsOf?: string) {
  const span = { from: '2025-01', to: '2028-12', limit: 100_000 };
  const report = await runForOutput(changedReport, books.org.callAs('auditor'), { ...span, knownAsOf });
  const [belongs, ledger] = [
    await folded(books, ids, knownAsOf),
    await ledgerMonths(books, knownAsOf ?? null),
  ];
  const none = dec('0');
  expect(report.lineCount).toBe(report.lines.length);
  for (const month of report.months) {
    const { period } = month;
    const lines = (wanted: (line: (typeof report.lines)[number]) => boolean) =>
      sum(report.lines.filter(wanted).map(({ amount }) => amount)).toFixed(2);
    expect({
      period,
      belongs: month.belongs,
      posted: month.posted,
      ledger: month.ledger,
      difference: month.difference,
      postedElsewhere: month.postedElsewhere,
      ofOtherMonths: month.ofOtherMonths,
      bridged: dec(month.belongs)
        .minus(month.postedElsewhere)
        .minus(month.notPosted)
        .plus(month.ofOtherMonths)
        .toFixed(2),
    }).toEqual({
      period,
      belongs: (belongs.get(period) ?? none).toFixed(2),
      posted: (ledger.get(period) ?? none).toFixed(2),
      ledger: (ledger.get(period) ?? none).toFixed(2),
      difference: '0.00',
      postedElsewhere: lines((line) => line.naturalPeriod === period && line.postedPeriod !== null),
      ofOtherMonths: lines((line) => line.postedPeriod === period),
      bridged: month.posted,
    });
  }
  return report;
}
