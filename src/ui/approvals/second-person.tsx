'use client';

import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';

type Request = RouterInputs['revenue']['approvals']['request'];

/** Why a change was refused: for lack of a second person, or because the caller prepared it. */
export function waitsFor(problem: unknown): 'SECOND_PERSON' | 'SELF_APPROVAL' | null {
  const refusal = refusalOf(problem);
  const reason = refusal?.code === 'FORBIDDEN' ? refusal.data.reason : undefined;
  return reason === 'SECOND_PERSON' || reason === 'SELF_APPROVAL' ? reason : null;
}

/** What a request would change, as a sentence names it. */
export const subjectWords = ({
  contractNumber,
  subsidiaryName,
}: {
  readonly contractNumber: string | null;
  readonly subsidiaryName: string;
}) =>
  contractNumber === null ? `The reclassification of ${subsidiaryName}` : `The change of ${contractNumber}`;

/**
 * The problem of a change of a contract, or of a reclassification. One that needs a second person is submitted for approval from here,
 * as it was entered; any other is shown.
 */
export function ChangeProblem({
  problem,
  verb,
  input,
  onRequested,
}: {
  readonly problem: unknown;
  readonly verb: Request['verb'];
  readonly input: Readonly<Record<string, unknown>>;
  readonly onRequested: () => void;
}) {
  const request = trpc.revenue.approvals.request.useMutation({
    onSuccess: (made) => {
      notifyDone(`${subjectWords(made)} is waiting for approval.`);
      onRequested();
    },
  });
  if (problem === null || problem === undefined) return null;
  if (waitsFor(problem) === null) {
    return (
      <Notice tone="danger" role="alert">
        {sentenceOf(problem)}
      </Notice>
    );
  }
  return (
    <Notice tone="caution" role="alert">
      <span className="flex flex-wrap items-center justify-between gap-3">
        {sentenceOf(request.error ?? problem)}
        <Button
          size="small"
          isPending={request.isPending}
          onPress={() => request.mutate({ verb, input: { ...input } })}
        >
          Submit for approval
        </Button>
      </span>
    </Notice>
  );
}
