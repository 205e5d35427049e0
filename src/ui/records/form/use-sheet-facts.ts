'use client';

import type { Sheet } from '@/core/sheets/sheet';
import { trpc } from '@/surfaces/trpc/react';
import { useBooks } from '@/ui/shell/session';
import { SUBSIDIARIES_QUESTION } from '../subsidiaries-question';

type About = {
  /** The dates or the month it covers. */
  readonly period?: string | undefined;
  /** Undefined: all subsidiaries together. */
  readonly subsidiaryId?: string | undefined;
  readonly currency: string;
  /** Further filters: `Status: Posted`. */
  readonly filters?: readonly string[];
};

export type SheetFacts = (about: About) => Promise<Sheet['facts']>;

/** The lines above an exported table: organization, dates, subsidiary, currency. */
export function useSheetFacts(): SheetFacts {
  const books = useBooks();
  const utils = trpc.useUtils();
  // Users who may not read the structure see the subsidiary's id, as in the URL.
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
