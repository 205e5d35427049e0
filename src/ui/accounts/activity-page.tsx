import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { booksServer } from '@/surfaces/trpc/server';
import { pageScope } from '@/ui/finance/page-scope';
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
  const { scope } = await pageScope(org, await searchParams);
  const question = activityQuestion(id, scope, await loadActivityFilters(searchParams));
  await trpc.reports.accountActivity.prefetch(question);
  return (
    <HydrateClient>
      <ActivityScreen id={id} />
    </HydrateClient>
  );
}
