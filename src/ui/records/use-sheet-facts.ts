'use client';

import { trpc } from '@/surfaces/trpc/react';
import type { Sheet } from '@/ui/kit/export/sheet';
import { useBooks } from '@/ui/shell/session';
import { SUBSIDIARIES_QUESTION } from './subsidiaries-question';

type About = {
  /** The days or the month it covers. */
  readonly period?: string | undefined;
  /** Undefined: all of them together. */
  readonly subsidiaryId?: string | undefined;
  readonly currency: string;
  /** What else narrows it: `Status: Posted`. */
  readonly filters?: readonly string[];
};

export type SheetFacts = (about: About) => Promise<Sheet['facts']>;

/** The lines above an exported table: whose books, which days, which subsidiary, which currency. */
export function useSheetFacts(): SheetFacts {
  const books = useBooks();
  const utils = trpc.useUtils();
  // Who may not read the structure sees the subsidiary by its id, as in the address.
  const nameOf = async (id: string) =>
    utils.subsidiaries.list.fetch(SUBSIDIARIES_QUESTION, { staleTime: 300_000 }).then(
      ({ rows }) => rows.find((row) => row.id === id)?.name ?? id,
      () => id,
    );
  return async ({ period, subsidiaryId, currency, filters = [] }) => [
    ['Organization', books.organization.name],
    ['Period', period ?? 'All dates'],
    ['Subsidiary', subsidiaryId === undefined ? 'All subsidiaries' : await nameOf(subsidiaryId)],
    ['Currency', currency],
    ...(filters.length > 0 ? [['Filters', filters.join('; ')] as const] : []),
  ];
}
