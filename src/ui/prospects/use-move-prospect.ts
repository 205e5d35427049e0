'use client';

import { PROSPECT_STATUSES, type ProspectStatus } from '@/core/sales/prospect-status';
import { trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';

type Movable = { readonly id: string; readonly name: string; readonly prospectStatus: string };

/** Moves a prospect to another status, with a notice that offers to undo it. */
export function useMoveProspect() {
  const update = trpc.prospects.update.useMutation({ onError: (error) => notifyProblem(sentenceOf(error)) });
  return (prospect: Movable, to: ProspectStatus) => {
    const from = PROSPECT_STATUSES.find((status) => status === prospect.prospectStatus);
    update.mutate(
      { id: prospect.id, data: { prospectStatus: to } },
      {
        onSuccess: () =>
          notifyDone(`${prospect.name} is now ${statusWords(to).toLowerCase()}.`, {
            label: 'Undo',
            onClick: () => from && update.mutate({ id: prospect.id, data: { prospectStatus: from } }),
          }),
      },
    );
  };
}
