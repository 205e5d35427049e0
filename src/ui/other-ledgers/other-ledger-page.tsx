import type { Metadata } from 'next';
import { recordPage } from '@/ui/records/list-page';
import { OtherLedgerScreen } from './other-ledger-screen';

export const otherLedgerMetadata: Metadata = { title: 'Other ledger' };

/** `/books/<org>/other-ledgers/<id>`. */
export const OtherLedgerPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.otherLedgers.get.prefetch({ id }),
      trpc.otherLedgers.batches.prefetch({ ledgerId: id }),
      trpc.otherLedgers.codes.prefetch({ ledgerId: id }),
    ]),
  OtherLedgerScreen,
);
