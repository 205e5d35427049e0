'use client';

import { useEffect, useMemo } from 'react';
import type { TransactionKind } from '@/core/transactions/kinds';
import type { GridAction, GridLine } from '@/ui/kit/grid/grid-state';
import { choiceNamed, choiceOf } from '@/ui/kit/input/combo-choice';
import { useRested } from '@/ui/kit/input/use-rested';
import { type ItemChoice, useDocumentItems } from '@/ui/records/choices/use-document-items';
import type { OfferedRecords } from '@/ui/records/choices/use-offered';
import { type RecordChoice, useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { useBooks } from '@/ui/shell/session';
import type { Document, DocumentChoices, DocumentNames, FormChoices } from '../document';
import type { MoreOf } from '../journal-lines';
import type { HeaderValues } from './form-header';
import { asksProjects } from './required-dimensions';

/** The columns of lines whose choices may be more than a form loads. */
const LONG_COLUMNS = ['item', 'project'] as const;
/** Typing rests so long before what cells say is asked for. */
const REST_MS = 300;

/** The choices of a form with lines. */
export type LineChoices = {
  readonly choices: FormChoices;
  readonly items: readonly ItemChoice[];
  readonly more: MoreOf;
  readonly offered: {
    readonly [column in (typeof LONG_COLUMNS)[number]]: OfferedRecords<ItemChoice | RecordChoice>;
  };
};

/**
 * The choices of a document's lines: what is active, and what the draft names even if it became inactive since, so that saving loses nothing. Items
 * and projects may be more than are loaded: those that cells name are asked for.
 */
export function useLineChoices(
  kind: TransactionKind,
  header: HeaderValues,
  lines: readonly GridLine[],
  all: DocumentChoices,
  { draft, names }: { readonly draft: Document | null; readonly names: DocumentNames | null },
): LineChoices {
  const books = useBooks();
  const said = useRested(
    JSON.stringify(
      LONG_COLUMNS.map((column) => [...new Set(lines.flatMap((line) => line.cells[column]?.trim() || []))]),
    ),
    REST_MS,
  );
  const [itemTexts, projectTexts] = useMemo(() => JSON.parse(said) as [string[], string[]], [said]);
  const asked = asksProjects(all, draft);
  const item = useDocumentItems(header, itemTexts, kind !== 'JOURNAL');
  const project = useRecordChoices('PROJECT', [], asked && books.may('project.read'), projectTexts);
  const choices = useMemo(() => withNamed(all, names, project.rows), [all, names, project.rows]);
  const items = useMemo(() => joined(item.rows, (names?.items ?? []).map(bareItem)), [item.rows, names]);
  const more = useMemo(() => ({ item: item.more, project: project.more }), [item.more, project.more]);
  return { choices, items, more, offered: { item, project } };
}

/** Looks up again, when choices have come, what cells say; the sentence that says that some are awaited, or null. */
export function useLookUps(
  { choices, items, offered }: LineChoices,
  lines: readonly GridLine[],
  dispatch: (action: GridAction) => void,
): string | null {
  const { item, project } = offered;
  useEffect(() => dispatch({ do: 'lookUp', column: 'item', isKnown: item.isKnown }), [item, dispatch]);
  useEffect(
    () => dispatch({ do: 'lookUp', column: 'project', isKnown: project.isKnown }),
    [project, dispatch],
  );
  const named = useMemo(
    () => ({ item: items.map(choiceOf), project: choices.projects.map(choiceOf) }),
    [items, choices.projects],
  );
  const isAwaited = lines.some((line) =>
    LONG_COLUMNS.some((column) => {
      const text = line.cells[column] ?? '';
      return (
        text.trim() !== '' && line.problems[column] === undefined && choiceNamed(named[column], text) === null
      );
    }),
  );
  return isAwaited ? 'Items and projects are still being looked up.' : null;
}

type Named = { readonly id: string; readonly code: string | null; readonly name: string };

/** An item of which only the name is known. */
const bareItem = ({ id, code, name }: Named): ItemChoice => ({
  id,
  code: code ?? '',
  name,
  description: null,
  revenueAccountId: null,
  expenseAccountId: null,
  taxCodeId: null,
  prices: [],
});

/** The first list, and what only the second has. */
function joined<T extends { readonly id: string }>(
  first: readonly T[],
  second: readonly T[] = [],
): readonly T[] {
  const ids = new Set(first.map(({ id }) => id));
  const others = second.filter(({ id }) => !ids.has(id));
  return others.length === 0 ? first : [...first, ...others];
}

/** The choices, with what the draft names. */
export function withNamed(
  all: DocumentChoices,
  names: DocumentNames | null,
  projects: readonly Named[] = [],
): FormChoices {
  return {
    subsidiaries: joined(all.subsidiaries, names?.subsidiaries),
    types: joined(all.types, names?.types),
    accounts: joined(all.accounts, names?.accounts),
    taxCodes: joined(all.taxCodes, names?.taxCodes),
    departments: joined(all.departments, names?.departments),
    classes: joined(all.classes, names?.classes),
    locations: joined(all.locations, names?.locations),
    projects: joined(projects, names?.projects),
    currencies: all.currencies,
  };
}
