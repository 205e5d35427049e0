import { useEffect, useState } from 'react';

/** Nothing moved for so long: whoever was at it has stopped. A portion takes a second or two. */
const STALLED_AFTER = 20_000;

/** Whether something that should move has not moved for a while, as this page sees it. */
export function useIsStalled(shouldMove: boolean, left: number): boolean {
  const [isStalled, setStalled] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every move starts the wait anew
  useEffect(() => {
    setStalled(false);
    if (!shouldMove) return;
    const timer = setTimeout(() => setStalled(true), STALLED_AFTER);
    return () => clearTimeout(timer);
  }, [shouldMove, left]);
  return isStalled;
}
