'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { TransactionRow } from '@/ui/transactions/transactions-table';

type Result = RouterOutputs['transactions']['approveAndPost'][number];
/** A document that was refused, and why. */
type Failed = { readonly row: TransactionRow; readonly why: string };

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
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const act = trpc.transactions.approveAndPost.useMutation();
  const count = `${chosen.length} ${chosen.length === 1 ? 'document' : 'documents'}`;

  function run() {
    const asked = [...chosen];
    act.mutate(
      { items: asked.map(({ id, version }) => ({ id, version })), mode: 'each' },
      {
        onSuccess: (results) => {
          const refused = failuresOf(asked, results);
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
          {chosen.length === 0 ? 'Approve and post the chosen' : `Approve and post ${count}…`}
        </Button>
      </div>
      {failed.length > 0 ? <Failures failed={failed} /> : null}
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

function Failures({ failed }: { readonly failed: readonly Failed[] }) {
  const books = useBooks();
  return (
    <Notice tone="danger" role="alert">
      <p className="font-medium">Not approved and not posted:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {failed.map(({ row, why }) => (
          <li key={row.id}>
            <TextLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</TextLink>: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function failuresOf(rows: readonly TransactionRow[], results: readonly Result[]): Failed[] {
  return rows.flatMap((row, index) => {
    const result = results[index];
    return result === undefined || result.ok ? [] : [{ row, why: result.refusal.message }];
  });
}
