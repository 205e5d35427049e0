import type { Draft, DraftObligation } from './draft';

/**
 * A draft that can be folded on while the original stays as it is. Whatever a fold changes in place is copied; decimals, rows,
 * versions and what stands in a list are never changed once they are made, so both have the same ones.
 */
export function forkDraft(draft: Draft): Draft {
  return {
    ...draft,
    obligations: copied(draft.obligations, copiedObligation),
    billedFor: copied(draft.billedFor, (parts) => new Map(parts)),
    rows: [...draft.rows],
    tallies: copied(draft.tallies, ({ happened, spans }) => ({ happened, spans: new Map(spans) })),
    exact: new Map(draft.exact),
    open: [...draft.open],
    versions: [...draft.versions],
    balanceEvents: [...draft.balanceEvents],
    journals: [...draft.journals],
    variable: copied(draft.variable, (one) => ({ ...one })),
    royalties: new Map(draft.royalties),
    interestDays: [...draft.interestDays],
    ended: draft.ended === null ? null : { ...draft.ended, kept: new Map(draft.ended.kept) },
    costs: copied(draft.costs, (one) => ({ ...one, changes: [...one.changes] })),
    moments: draft.moments === null ? null : new Map(draft.moments),
    remeasured: [...draft.remeasured],
  };
}

function copiedObligation(one: DraftObligation): DraftObligation {
  const { committed } = one;
  if (committed === null) return { ...one };
  const { byDay, within } = committed;
  return { ...one, committed: { ...committed, byDay: new Map(byDay), within: new Map(within) } };
}

function copied<Value>(map: ReadonlyMap<string, Value>, copy: (value: Value) => Value): Map<string, Value> {
  return new Map([...map].map(([key, value]) => [key, copy(value)]));
}
