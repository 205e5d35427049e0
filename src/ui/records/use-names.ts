'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import { useBooks } from '@/ui/shell/session';
import { partiesOf } from './named-rows';
import { SUBSIDIARIES_QUESTION } from './subsidiaries-question';

const LONG = { staleTime: 300_000 } as const;

/** The subsidiaries of these books, and their names by id. */
export function useSubsidiaries() {
  const { data } = trpc.subsidiaries.list.useQuery(SUBSIDIARIES_QUESTION, LONG);
  return useMemo(() => {
    const rows = data?.rows ?? [];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      rows,
      nameOf: (id: string | null) => (id === null ? null : (byId.get(id)?.name ?? '')),
      choices: rows.map(({ id, name }) => ({ value: id, label: name })),
    };
  }, [data]);
}

/** Names of customers, vendors and employees by id; those the user may not see stay empty. */
export function useEntityNames(ids: readonly (string | null)[]) {
  const wanted = useMemo(() => partiesOf(ids), [ids]);
  const names = trpc.directory.entityNames.useQuery(
    { ids: wanted },
    { enabled: wanted.length > 0, placeholderData: keepPreviousData, ...LONG },
  );
  return useMemo(() => new Map(names.data?.map((entity) => [entity.id, entity.name])), [names.data]);
}

/** Accounts by id, for users who may read the chart. */
export function useAccounts() {
  const books = useBooks();
  const { data } = trpc.accounts.tree.useQuery({}, { enabled: books.may('gl.account.read'), ...LONG });
  return useMemo(() => {
    const rows = (data ?? []).filter((account) => !account.isSummary && account.recordStatus === 'active');
    const choices: ComboChoice[] = rows.map(({ id, code, name }) => ({ id, code, label: name }));
    return { byId: new Map(data?.map((account) => [account.id, account])), choices };
  }, [data]);
}
