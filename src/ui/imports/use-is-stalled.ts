import { useEffect, useState } from 'react';

/** After this long without progress the import has probably stopped. A batch takes a second or two. */
const STALLED_AFTER = 20_000;

/** Whether something that should make progress has made none for a while, as seen by this page. */
export function useIsStalled(shouldMove: boolean, left: number): boolean {
  const [isStalled, setStalled] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the timer
  useEffect(() => {
    setStalled(false);
    if (!shouldMove) return;
    const timer = setTimeout(() => setStalled(true), STALLED_AFTER);
    return () => clearTimeout(timer);
  }, [shouldMove, left]);
  return isStalled;
}
