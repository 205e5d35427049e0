'use client';

import { trpc } from '@/surfaces/trpc/react';
import { useLastJob } from '@/ui/jobs/use-last-job';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';

/** The latest job that opens the books of a cut-over. */
export function useOpeningJob(cutOverId: string) {
  const utils = trpc.useUtils();
  return useLastJob('cutOver.open', cutOverId, () => void utils.cutOver.invalidate());
}

/** Says that the books are being opened, or why they could not be. */
export function OpeningProgress({ cutOverId }: { readonly cutOverId: string }) {
  const books = useBooks();
  const job = useOpeningJob(cutOverId);
  if (job === undefined || job.jobState === 'DONE' || job.jobState === 'CANCELLED') return null;
  const link = <TextLink href={books.path(`jobs/${job.id}`)}>Show the job</TextLink>;
  return job.jobState === 'FAILED' ? (
    <Notice tone="danger" role="alert">
      The books could not be opened. {job.problem} {link}
    </Notice>
  ) : (
    <Notice tone="accent" role="status">
      The books are being opened. You can leave this page. {link}
    </Notice>
  );
}
