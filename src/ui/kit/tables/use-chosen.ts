import { type ChangeEvent, useCallback, useMemo, useRef, useState } from 'react';

/** Rows that a person chooses to do something with all of them. */
export interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** Chooses these and no others. */
  readonly set: (ids: readonly string[]) => void;
  /** What the box before a row does: with Shift, the same for every row since the one before it. */
  readonly change: (id: string) => (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The rows from one to another, both included, in the order of the list; the other alone where the first is gone. */
export function rowsBetween(offered: readonly string[], from: string | null, to: string): readonly string[] {
  const ends = [from === null ? -1 : offered.indexOf(from), offered.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return offered.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** The chosen rows of a list; `offered` are those that can be chosen, as they are shown. */
export function useChosen(offered: readonly string[]): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const order = useRef(offered);
  order.current = offered;
  const change = useCallback(
    (id: string) =>
      ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        const meant = isRange ? rowsBetween(order.current, last.current, id) : [id];
        last.current = id;
        const isOn = target.checked;
        setIds((before) => {
          const after = new Set(before);
          for (const one of meant) isOn ? after.add(one) : after.delete(one);
          return after;
        });
      },
    [],
  );
  const set = useCallback((chosen: readonly string[]) => setIds(new Set(chosen)), []);
  return useMemo(() => ({ ids, set, change }), [ids, set, change]);
}
