'use client';

import { useRef, useState } from 'react';
import {
  type ContractDraft,
  type CriterionDraft,
  emptyObligation,
  emptyVariable,
  withDates,
} from './contract-draft';
import type { Problems } from './draft-problems';
import type { ObligationDraft } from './obligations/promise-form';
import type { VariableDraft } from './price/price-form';

/** The state of a contract being entered: its values, its errors, and the functions to change it. */
export function useContractDraft(start: () => ContractDraft) {
  const [draft, setDraft] = useState(start);
  const [refused, setRefused] = useState<Problems>({});
  const [isTouched, setTouched] = useState(false);
  const [newest, setNewest] = useState<string | null>(null);
  /** Cards have their own ids, so that names can change without losing the reference. */
  const cards = useRef(0);
  const nextId = () => {
    cards.current += 1;
    return String(cards.current);
  };

  /** A field's error no longer applies once the field changes. */
  function write(next: (before: ContractDraft) => ContractDraft, fields: readonly string[]) {
    setTouched(true);
    setDraft(next);
    setRefused((before) =>
      Object.fromEntries(
        Object.entries(before).filter(
          ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}/`)),
        ),
      ),
    );
  }
  const under = (card: string, part: object) => Object.keys(part).map((field) => `${card}/${field}`);

  return {
    draft,
    refused,
    /** Takes over a whole contract: what was kept of it, or what was chosen of two versions. */
    load: (next: ContractDraft) => {
      const ids = [...next.obligations, ...next.variable]
        .map(({ id }) => Number(id))
        .filter(Number.isSafeInteger);
      cards.current = Math.max(cards.current, ...ids);
      write(() => next, []);
      setRefused({});
    },
    isTouched,
    /** The most recently added card, which receives focus. */
    newest,
    setRefused,
    change: (part: Partial<ContractDraft>, fields: readonly string[] = Object.keys(part)) =>
      write((before) => ({ ...before, ...part }), fields),
    changeDates: (part: Partial<Pick<ContractDraft, 'startDate' | 'endDate'>>) =>
      write((before) => withDates(before, part), Object.keys(part)),
    addObligations: (parts: readonly Partial<ObligationDraft>[]) => {
      const made = parts.map((part) => ({ id: nextId(), part }));
      setNewest(made.at(-1)?.id ?? null);
      write(
        (before) => ({
          ...before,
          obligations: [
            ...before.obligations,
            ...made.map(({ id, part }) => ({ ...emptyObligation(id, before), ...part, id })),
          ],
        }),
        [],
      );
    },
    changeObligation: (id: string, part: Partial<ObligationDraft>) =>
      write(
        (before) => ({
          ...before,
          obligations: before.obligations.map((one) => (one.id === id ? { ...one, ...part } : one)),
        }),
        under(`obligations/${id}`, part),
      ),
    removeObligation: (id: string) =>
      write((before) => ({ ...before, obligations: before.obligations.filter((one) => one.id !== id) }), []),
    addVariable: () => {
      const id = nextId();
      write((before) => ({ ...before, variable: [...before.variable, emptyVariable(id)] }), []);
    },
    changeVariable: (id: string, part: Partial<VariableDraft>) =>
      write(
        (before) => ({
          ...before,
          variable: before.variable.map((one) => (one.id === id ? { ...one, ...part } : one)),
        }),
        under(`variable/${id}`, part),
      ),
    removeVariable: (id: string) =>
      write((before) => ({ ...before, variable: before.variable.filter((one) => one.id !== id) }), []),
    changeCriterion: (name: CriterionDraft['name'], part: Partial<CriterionDraft>) =>
      write(
        (before) => ({
          ...before,
          criteria: before.criteria.map((one) => (one.name === name ? { ...one, ...part } : one)),
        }),
        ['criteria'],
      ),
    nextId,
    /** The id of the row about to be added, which receives focus. */
    newRow: () => {
      const id = nextId();
      setNewest(id);
      return id;
    },
  };
}

export type ContractDraftState = ReturnType<typeof useContractDraft>;
