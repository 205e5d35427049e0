'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { idsIn, type Names } from './changes-in-words';
import { timelineOf } from './timeline-of';

type Row = RouterOutputs['audit']['list']['rows'][number];

/** The most names asked for at once. */
const MOST = 500;
const NO_ROWS: readonly Row[] = [];

/** The names of the records that some records mention. */
export function useNamesIn(records: readonly unknown[]): Names {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are what they contain
  const ids = useMemo(
    () =>
      idsIn(...records)
        .sort()
        .slice(0, MOST),
    [JSON.stringify(records)],
  );
  const { data } = trpc.directory.recordNames.useQuery(
    { ids },
    { enabled: ids.length > 0, staleTime: 300_000, placeholderData: keepPreviousData },
  );
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

/** Audit rows as a timeline that calls records by their names; undefined until the rows are there. */
export function useNamedTimeline(rows: readonly Row[] | undefined) {
  const shown = rows ?? NO_ROWS;
  const names = useNamesIn(useMemo(() => shown.map(({ before, after }) => [before, after]), [shown]));
  return useMemo(() => (rows === undefined ? undefined : timelineOf(rows, names)), [rows, names]);
}
