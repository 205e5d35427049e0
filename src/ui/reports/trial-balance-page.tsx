import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { financeScope, loadFinanceFilters } from '@/ui/finance/finance-scope';
import { rightsIn } from '@/ui/shell/rights-in';
import { loadTrialBalanceFilters, trialBalanceQuestion } from './trial-balance-filters';
import { TrialBalanceScreen } from './trial-balance-screen';

export const trialBalanceMetadata: Metadata = { title: 'Trial balance' };

/** `/books/<org>/reports/trial-balance`. */
export async function TrialBalancePage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  const { today } = await rightsIn((await params).org);
  const scope = financeScope(await loadFinanceFilters(searchParams), today);
  const { zero } = await loadTrialBalanceFilters(searchParams);
  await Promise.all([
    trpc.reports.trialBalance.prefetch(trialBalanceQuestion(scope, zero)),
    trpc.reports.glOverview.prefetch({ periods: 36 }),
  ]);
  return (
    <HydrateClient>
      <TrialBalanceScreen />
    </HydrateClient>
  );
}
