'use client';

import { useState } from 'react';
import { MIRROR_KINDS } from '@/core/intercompany/mirror';
import { isTransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { ComboField } from '@/ui/kit/input/combo-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';

/** A document whose mirror is already in the books of the other company. */
export interface Unmirrored {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly sisterId: string;
  /** Its lines on the accounts between the two are mirrored by a journal. */
  readonly byAccount: boolean;
}

/** Says which document of the other company is the mirror, where it was entered by hand. The newest hundred of its kind are offered. */
export function PairDialog({
  source,
  onClose,
}: {
  readonly source: Unmirrored;
  readonly onClose: () => void;
}) {
  const [mirrorId, setMirrorId] = useState('');
  const mirrored = isTransactionKind(source.kind) ? MIRROR_KINDS[source.kind] : null;
  const kind = source.byAccount ? 'JOURNAL' : mirrored;
  const found = trpc.transactions.list.useQuery({
    subsidiaryId: source.sisterId,
    limit: 100,
    ...(kind === null ? {} : { kind }),
  });
  const pair = trpc.intercompany.pair.useMutation();
  return (
    <ConfirmDialog
      title={`The mirror of ${source.number}`}
      isOpen
      onClose={onClose}
      confirmLabel="Pair"
      isPending={pair.isPending}
      isDisabled={mirrorId === ''}
      error={pair.error ? sentenceOf(pair.error) : undefined}
      onConfirm={() =>
        pair.mutate(
          { sourceId: source.id, mirrorId },
          {
            onSuccess: () => {
              notifyDone(`${source.number} has its mirror.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        Choose the document that someone already entered in the other company. A draft that was made as a
        mirror of either is left without a source.
      </p>
      <ComboField
        label="Document of the other company"
        required
        value={mirrorId}
        onValue={setMirrorId}
        choices={(found.data?.rows ?? []).map((row) => ({
          id: row.id,
          code: row.transactionNumber,
          label: `${formatDate(row.transactionDate)}, ${row.currencyCode} ${formatAmount(row.totalAmount, row.currencyCode)}`,
        }))}
      />
    </ConfirmDialog>
  );
}
