'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { orNull } from '@/ui/records/form/or-null';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '@/ui/transactions/document';
import type { SaveHow } from '@/ui/transactions/form/use-save-document';
import type { PaymentDraft } from './payment-draft';

type Given = Omit<PaymentDraft, 'amounts'> & {
  readonly applications: { documentId: string; amount: string }[];
  readonly how: SaveHow;
  readonly overrideChecks: boolean;
};

/** Records the payment and shows it; what was typed is forgotten once it is recorded. */
export function useRecordPayment(draft: Document | null) {
  const books = useBooks();
  const router = useRouter();
  const [pending, setPending] = useState<SaveHow | null>(null);
  const record = trpc.transactions.recordPayment.useMutation();
  return {
    error: record.error,
    pending: record.isPending || record.isSuccess ? pending : null,
    isDone: record.isSuccess,
    run(
      { amount, discount, bankAccountId, applications, how, overrideChecks, ...header }: Given,
      forget: () => void,
    ) {
      setPending(how);
      const transaction = {
        ...header,
        exchangeRate: orNull(header.exchangeRate),
        paymentMethod: orNull(header.paymentMethod),
        referenceNumber: orNull(header.referenceNumber),
        memo: orNull(header.memo),
      };
      record.mutate(
        {
          transaction,
          ...(draft === null ? {} : { draft: { id: draft.id, version: draft.version } }),
          amount,
          discount: discount === '' ? '0' : discount,
          bankAccountId: orNull(bankAccountId),
          applications,
          how,
          overrideChecks,
        },
        {
          onSuccess: ({ id, transactionNumber, entryNumber }) => {
            forget();
            const words = {
              draft: 'saved as a draft',
              submit: 'waiting for approval',
              post: `posted as ${entryNumber}`,
            };
            notifyDone(`${transactionNumber} is ${words[how]}.`);
            router.push(books.path(`transactions/${id}`));
          },
        },
      );
    },
  };
}
