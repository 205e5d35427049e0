import { useDeferredValue, useSyncExternalStore } from 'react';

/** The rows of a table that are part of the page as it arrives: more than a window shows, few enough to be written quickly. */
export const ARRIVING_ROWS = 100;

const never = () => () => undefined;

/**
 * The rows of a table to draw: all of them, except while a page arrives, when a long table has its first rows only. The server writes a page
 * without a pause, so a chart of a thousand accounts would keep everyone else waiting; the browser adds the other rows once it has taken
 * the page over, and can be interrupted while it does; until then the table is busy (`aria-busy`). A table that is reached by a link has all its
 * rows at once.
 */
export function useArrivingRows<Row>(rows: readonly Row[]): readonly Row[] {
  const isArriving = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const isCut = useDeferredValue(isArriving);
  return isCut && rows.length > ARRIVING_ROWS ? rows.slice(0, ARRIVING_ROWS) : rows;
}
