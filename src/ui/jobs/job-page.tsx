import { booksServer } from '@/surfaces/trpc/server';
import { JobScreen } from './job-screen';

/** `/books/<org>/jobs/<id>`. */
export async function JobPage({ params }: { readonly params: Promise<{ org: string; id: string }> }) {
  const { org, id } = await params;
  const { trpc, HydrateClient } = await booksServer(org);
  await trpc.jobs.get.prefetch({ id });
  return (
    <HydrateClient>
      <JobScreen id={id} />
    </HydrateClient>
  );
}
