'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { TransactionRow } from '../document';
import { ChosenSum, type ShownTotal } from '../shown-totals';
import { type Refused, RefusedDocuments, refusedOf } from './refused-documents';

/** Whether a document can be chosen to be posted with others. */
export const isPostable = ({ status }: Pick<TransactionRow, 'status'>) => status === 'APPROVED';

/** Posts the chosen approved documents, each on its own date, and says which of them cannot be posted and why. */
export function PostChosen({
  rows,
  chosen,
  totalOf,
  onChoose,
}: {
  /** Those of the list that can be chosen. */
  readonly rows: readonly TransactionRow[];
  readonly chosen: readonly TransactionRow[];
  readonly totalOf: ShownTotal;
  readonly onChoose: (ids: readonly string[]) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<readonly Refused[]>([]);
  const post = trpc.transactions.postBatch.useMutation();
  const count = `${chosen.length} ${chosen.length === 1 ? 'document' : 'documents'}`;

  function run() {
    const asked = [...chosen];
    post.mutate(
      { ids: asked.map(({ id }) => id), mode: 'each' },
      {
        onSuccess: (results) => {
          const refused = refusedOf(asked, results);
          const done = asked.length - refused.length;
          setFailed(refused);
          setAsking(false);
          onChoose(refused.map(({ row }) => row.id));
          if (done > 0) notifyDone(`${done} ${done === 1 ? 'document is' : 'documents are'} posted.`);
        },
      },
    );
  }

  if (rows.length === 0 && failed.length === 0) return null;
  const isAll = chosen.length === rows.length;
  return (
    <section aria-label="Post several" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" tone="quiet" onPress={() => onChoose(isAll ? [] : rows.map(({ id }) => id))}>
          {isAll ? 'Choose none' : `Choose all ${rows.length} approved`}
        </Button>
        {chosen.length === 0 ? null : (
          <Button size="small" tone="primary" onPress={() => setAsking(true)}>
            Post {count}…
          </Button>
        )}
        <ChosenSum chosen={chosen} totalOf={totalOf} />
      </div>
      <RefusedDocuments title="Not posted:" refused={failed} />
      {isAsking ? (
        <ConfirmDialog
          title={`Post ${count}`}
          isOpen
          onClose={() => setAsking(false)}
          confirmLabel="Post to the ledger"
          isPending={post.isPending}
          error={post.error ? sentenceOf(post.error) : undefined}
          onConfirm={run}
        >
          <p className="text-ink-soft">
            Each is posted on its own date. One that cannot be posted stays approved, and you are told why;
            the others are posted.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
