import type { Metadata } from 'next';
import { booksServer } from '@/surfaces/trpc/server';
import { DIMENSION_QUESTION } from './dimension-question';
import { DimensionsScreen } from './dimensions-screen';

export const dimensionsMetadata: Metadata = { title: 'Dimensions' };

/** `/books/<org>/dimensions?of=…`. */
export async function DimensionsPage({ params }: { readonly params: Promise<{ org: string }> }) {
  const { trpc, HydrateClient } = await booksServer((await params).org);
  await Promise.all([
    trpc.departments.page.prefetch(DIMENSION_QUESTION),
    trpc.classes.page.prefetch(DIMENSION_QUESTION),
    trpc.locations.page.prefetch(DIMENSION_QUESTION),
    trpc.warehouses.page.prefetch(DIMENSION_QUESTION),
  ]);
  return (
    <HydrateClient>
      <DimensionsScreen />
    </HydrateClient>
  );
}
