import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { financeScope, loadFinanceFilters } from '@/ui/finance/finance-scope';
import { rightsIn } from '@/ui/shell/rights-in';
import { activityQuestion, loadActivityFilters } from './activity-filters';
import { ActivityScreen } from './activity-screen';

export const activityMetadata: Metadata = { title: 'Account activity' };

/** `/books/<org>/accounts/<id>`: the activity of the account. */
export async function ActivityPage({
  params,
  searchParams,
}: {
  readonly params: Promise<{ org: string; id: string }>;
  readonly searchParams: Promise<SearchParams>;
}) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  const { today } = await rightsIn(org);
  const scope = financeScope(await loadFinanceFilters(searchParams), today);
  const question = activityQuestion(id, scope, await loadActivityFilters(searchParams));
  await Promise.all([
    trpc.reports.accountActivity.prefetch(question),
    trpc.reports.glOverview.prefetch({ periods: 36 }),
  ]);
  return (
    <HydrateClient>
      <ActivityScreen id={id} />
    </HydrateClient>
  );
}
