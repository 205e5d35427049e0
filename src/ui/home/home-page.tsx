import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { PERIODS_QUESTION } from '@/ui/finance/finance-scope';
import { prefetchNames } from '@/ui/records/prefetch-names';
import { rightsIn } from '@/ui/shell/rights-in';
import { owedQuestion, PENDING_QUESTION, RECENT_QUESTION } from './home-questions';
import { HomeScreen } from './home-screen';

export const homeMetadata: Metadata = { title: 'Home' };

/** `/books/<org>`. */
export async function HomePage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { org } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  const { permissions } = await rightsIn(org);
  const may = new Set<string>(permissions);
  await Promise.all([
    ...(may.has('org.organization.write') ? [trpc.founding.show.prefetch({})] : []),
    ...(may.has('gl.report.read')
      ? [
          trpc.reports.documentCounts.prefetch({}),
          trpc.reports.ledgerState.prefetch({}),
          trpc.reports.periodStates.prefetch(PERIODS_QUESTION),
          trpc.reports.aging.prefetch(owedQuestion('RECEIVABLE')),
          trpc.reports.aging.prefetch(owedQuestion('PAYABLE')),
          trpc.reports.trialBalance.prefetch({}),
          trpc.setup.postingRules.list.prefetch({}),
          trpc.accounts.tree.prefetch({}),
        ]
      : []),
    ...(may.has('gl.transaction.read')
      ? [trpc.transactions.list.prefetch(PENDING_QUESTION), trpc.transactions.list.prefetch(RECENT_QUESTION)]
      : []),
    ...(may.has('crm.prospect.read') ? [trpc.prospects.pipeline.prefetch({})] : []),
  ]);
  await prefetchNames(org);
  return (
    <HydrateClient>
      <HomeScreen />
    </HydrateClient>
  );
}
