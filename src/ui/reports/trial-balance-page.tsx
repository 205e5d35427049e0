import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { pageScope } from '@/ui/finance/page-scope';
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
  const { scope } = await pageScope((await params).org, await searchParams);
  const { zero } = await loadTrialBalanceFilters(searchParams);
  await trpc.reports.trialBalance.prefetch(trialBalanceQuestion(scope, zero));
  return (
    <HydrateClient>
      <TrialBalanceScreen />
    </HydrateClient>
  );
}
