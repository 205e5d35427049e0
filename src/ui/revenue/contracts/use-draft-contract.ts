'use client';

import { useRouter } from 'next/navigation';
import { trpc } from '@/surfaces/trpc/react';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

/** Drafts a revenue contract from a subscription or an invoice and opens it. */
export function useDraftContract() {
  const books = useBooks();
  const router = useRouter();
  const options = {
    onError: (error: unknown) => notifyProblem(sentenceOf(error)),
    onSuccess: (contract: { readonly id: string; readonly contractNumber: string }) => {
      notifyDone(`${contract.contractNumber} is drafted.`);
      router.push(books.path(`revenue/${contract.id}`));
    },
  };
  const ofSubscription = trpc.revenue.contracts.fromSubscription.useMutation(options);
  const ofInvoice = trpc.revenue.contracts.fromInvoice.useMutation(options);
  return {
    isPending: ofSubscription.isPending || ofInvoice.isPending,
    ofSubscription: (subscriptionId: string) => ofSubscription.mutate({ subscriptionId }),
    ofInvoice: (invoiceId: string) => ofInvoice.mutate({ invoiceId }),
  };
}
