import type { Metadata } from 'next';
import { plainPage } from '@/ui/records/plain-page';
import { FoundingScreen } from './founding-screen';

export const foundingMetadata: Metadata = { title: 'Founding' };

/** `/books/<org>/founding?step=CHART`. */
export const FoundingPage = plainPage(
  (trpc) => Promise.all([trpc.founding.show.prefetch({}), trpc.founding.proposals.prefetch({})]),
  FoundingScreen,
);
