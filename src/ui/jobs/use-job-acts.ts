import { trpc } from '@/surfaces/trpc/react';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { RowAct } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';
import { type Job, kindWords } from './job-words';

/** What the caller can do with a job: retry it, or stop it. */
export function useJobActs(): (job: Job) => readonly RowAct[] {
  const utils = trpc.useUtils();
  const announcing = (words: string) => ({
    onSuccess: () => notifyDone(words),
    onError: (error: unknown) => notifyProblem(sentenceOf(error)),
    onSettled: () => utils.jobs.invalidate(),
  });
  const retry = trpc.jobs.retry.useMutation(announcing('It continues where it stopped.'));
  const cancel = trpc.jobs.cancel.useMutation(announcing('Canceled. Completed work is kept.'));
  return (job) => [
    ...(job.isRetryable
      ? [
          {
            words: 'Try again',
            label: `Try again: ${kindWords(job)} ${job.title}`,
            isPending: retry.isPending && retry.variables.id === job.id,
            onPress: () => retry.mutate({ id: job.id }),
          },
        ]
      : []),
    ...(job.isCancelable
      ? [
          {
            words: 'Cancel',
            label: `Cancel: ${kindWords(job)} ${job.title}`,
            isPending: cancel.isPending && cancel.variables.id === job.id,
            onPress: () => cancel.mutate({ id: job.id }),
          },
        ]
      : []),
  ];
}
