'use client';

import { useEffect, useMemo, useState } from 'react';
import { type ComboChoice, choiceOf, type MoreChoices } from '@/ui/kit/input/combo-choice';
import { useRested } from '@/ui/kit/input/use-rested';

/** Typing rests so long before choices are asked for. */
const REST_MS = 150;
/** The most characters of texts in one question: a question is part of an address. */
const MOST_TEXT = 1_500;

type Row = { readonly id: string; readonly code: string | null; readonly name: string };
export type AskedRecords = { readonly typed?: string; readonly ids?: string[]; readonly texts?: string[] };
export type Answer<R> = {
  readonly data: { readonly rows: readonly R[]; readonly isPart: boolean } | undefined;
  readonly isError: boolean;
};

/** What has come, of one kind, beside the first: records, and the texts that were asked for. */
type Kept<R> = {
  readonly of: string;
  readonly rows: ReadonlyMap<string, R>;
  readonly texts: ReadonlySet<string>;
};

/** The records that a field offers. */
export type OfferedRecords<R extends Row> = {
  /** Those that are known: all where they are few, else the first, those found for what was typed, and those chosen. */
  readonly rows: readonly R[];
  readonly byId: ReadonlyMap<string, R>;
  readonly choices: readonly ComboChoice[];
  /** Asks for those that are not known; undefined where all are. */
  readonly more: MoreChoices | undefined;
  readonly isLoaded: boolean;
  /** Whether all records that the text of a cell could name have come. */
  readonly isKnown: (text: string) => boolean;
};

/**
 * Offers records of which there may be more than a form can load. `of` says which; `useAsk` asks the server for them where it is called
 * with `isOn`, as the `context` says. `chosen` are the ids that must be named, even if they are inactive or none of the first; `texts` what cells say, which may name some.
 */
export function useOffered<R extends Row, Context>(
  of: string,
  useAsk: (asked: AskedRecords, isOn: boolean, context: Context) => Answer<R>,
  context: Context,
  { chosen = [], texts = [] }: { readonly chosen?: readonly string[]; readonly texts?: readonly string[] },
): OfferedRecords<R> {
  const [typed, setTyped] = useState('');
  const [stored, setKept] = useState<Kept<R>>(() => nothing(of));
  const kept = stored.of === of ? stored : nothing<R>(of);
  const first = useAsk({}, true, context).data;
  const isPart = first?.isPart ?? false;
  const rested = useRested(typed.trim(), REST_MS);
  const isSearched = isPart && rested !== '';
  const { data: found, isError } = useAsk({ typed: rested }, isSearched, context);
  const byId = useMemo(() => {
    const rows = new Map((first?.rows ?? []).map((row) => [row.id, row]));
    for (const row of stored.of === of ? stored.rows.values() : [])
      if (!rows.has(row.id)) rows.set(row.id, row);
    return rows;
  }, [first, stored, of]);
  const unknown = chosen.filter((id) => id !== '' && !byId.has(id)).sort();
  const named = useAsk({ ids: unknown }, first !== undefined && unknown.length > 0, context).data;
  const batch = batchOf(texts.filter((text) => !kept.texts.has(text)));
  const spoken = useAsk({ texts: batch }, isPart && batch.length > 0, context).data;
  const said = kept.texts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken when it comes, with the texts it answers
  useEffect(() => {
    const fresh = [found, named, spoken].flatMap((answer) => answer?.rows ?? []);
    setKept((before) => ({
      of,
      rows: new Map([
        ...(before.of === of ? before.rows : []),
        ...fresh.map((row) => [row.id, row] as const),
      ]),
      texts: new Set([...(before.of === of ? before.texts : []), ...(spoken === undefined ? [] : batch)]),
    }));
  }, [of, found, named, spoken]);
  // Found, and among what is offered since.
  const isFound = found?.rows.every(({ id }) => byId.has(id)) ?? false;
  const answered = rested === '' ? '' : isFound || isError ? rested : null;
  return useMemo(() => {
    const rows = [...byId.values()];
    const isLoaded = first !== undefined;
    const isKnown = (text: string) => isLoaded && (!isPart || said.has(text.trim()));
    const more = isPart ? { ask: setTyped, answered, isKnown } : undefined;
    return { rows, byId, choices: rows.map(choiceOf), more, isLoaded, isKnown };
  }, [byId, isPart, answered, first, said]);
}

const nothing = <R>(of: string): Kept<R> => ({ of, rows: new Map(), texts: new Set() });

/** As many texts as fit into one question. */
function batchOf(texts: readonly string[]): string[] {
  let length = 0;
  return texts.filter((text) => {
    length += encodeURIComponent(text).length + 10;
    return length <= MOST_TEXT;
  });
}
