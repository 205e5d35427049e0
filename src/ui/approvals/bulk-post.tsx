'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { type Refused, RefusedDocuments, refusedOf } from '@/ui/transactions/acts/refused-documents';
import type { TransactionRow } from '@/ui/transactions/document';

/** Approves and posts the chosen documents, each on its own date, and says which of them cannot be posted and why. */
export function BulkPost({
  rows,
  chosen,
  onChoose,
}: {
  readonly rows: readonly TransactionRow[];
  readonly chosen: readonly TransactionRow[];
  readonly onChoose: (ids: readonly string[]) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [failed, setFailed] = useState<readonly Refused[]>([]);
  const act = trpc.transactions.approveAndPost.useMutation();
  const count = `${chosen.length} ${chosen.length === 1 ? 'document' : 'documents'}`;

  function run() {
    const asked = [...chosen];
    act.mutate(
      { items: asked.map(({ id, version }) => ({ id, version })), mode: 'each' },
      {
        onSuccess: (results) => {
          const refused = refusedOf(asked, results);
          const done = asked.length - refused.length;
          setFailed(refused);
          setAsking(false);
          onChoose(refused.map(({ row }) => row.id));
          if (done > 0)
            notifyDone(`${done} ${done === 1 ? 'document is' : 'documents are'} approved and posted.`);
        },
      },
    );
  }

  return (
    <section aria-label="Approve several" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button
          size="small"
          tone="quiet"
          onPress={() => onChoose(chosen.length === rows.length ? [] : rows.map(({ id }) => id))}
        >
          {chosen.length === rows.length ? 'Choose none' : 'Choose all'}
        </Button>
        <Button size="small" isDisabled={chosen.length === 0} onPress={() => setAsking(true)}>
          {chosen.length === 0 ? 'Approve and post the selected documents' : `Approve and post ${count}…`}
        </Button>
      </div>
      <RefusedDocuments title="Not approved and not posted:" refused={failed} />
      {isAsking ? (
        <ConfirmDialog
          title={`Approve and post ${count}`}
          isOpen
          onClose={() => setAsking(false)}
          confirmLabel="Approve and post to the ledger"
          isPending={act.isPending}
          error={act.error ? sentenceOf(act.error) : undefined}
          onConfirm={run}
        >
          <p className="text-ink-soft">
            Each is posted on its own date. One that cannot be posted is not approved either, and you are told
            why; the others are posted.
          </p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
