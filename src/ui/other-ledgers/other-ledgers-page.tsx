import type { Metadata } from 'next';
import { listPage } from '@/ui/records/list-page';
import { OtherLedgersScreen } from './other-ledgers-screen';

export const otherLedgersMetadata: Metadata = { title: 'Other ledgers' };
export const OtherLedgersPage = listPage(
  (trpc, question) => trpc.otherLedgers.page.prefetch(question),
  OtherLedgersScreen,
);
