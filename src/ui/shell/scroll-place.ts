import { type RefObject, useEffect, useRef } from 'react';

const NAME = 'daybook-scrolled';
/** Addresses whose places are kept: more than anyone goes back over. */
const MOST = 50;
/** A page that is this late with its content is left where it is. */
const PATIENCE_MS = 5_000;
/** What a person does who does not want to wait for the place to be found again. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

const addressHere = () => location.pathname + location.search;

/** The places of this tab, by address; none where the browser keeps nothing. */
function places(): [address: string, top: number][] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]');
  } catch {
    return [];
  }
}

function keepPlace(address: string, top: number): void {
  const others = places().filter(([other]) => other !== address);
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...others, [address, top]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing begins each page at its top.
  }
}

/** Whether this page was loaded again, or returned to from another site. */
const isLoadedAgain = () => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
};

/** Scrolls to a place as soon as there is enough content, unless the person moves first; then calls `done`. Returns what gives it up. */
function scrollWhenThere(area: HTMLElement, top: number, done: () => void): () => void {
  const until = performance.now() + PATIENCE_MS;
  let frame = 0;
  const giveUp = () => {
    cancelAnimationFrame(frame);
    for (const move of OWN_MOVES) removeEventListener(move, end, true);
  };
  const end = () => {
    giveUp();
    done();
  };
  const step = () => {
    area.scrollTop = top;
    if (Math.abs(area.scrollTop - top) < 2 || performance.now() > until) end();
    else frame = requestAnimationFrame(step);
  };
  for (const move of OWN_MOVES) addEventListener(move, end, true);
  step();
  return giveUp;
}

/**
 * Keeps the place of the screens: one that is opened begins at its top; one that is returned to, or loaded again, is where it was left. The
 * screens scroll in an area of the shell, whose place no browser keeps by itself.
 */
export function useScrollPlace(area: RefObject<HTMLElement | null>, pathname: string): void {
  const shown = useRef<string | null>(null);
  /** The way back was taken, and the place is not found yet: what scrolls meanwhile is not the person. */
  const isReturning = useRef(false);

  useEffect(() => {
    const box = area.current;
    if (box === null) return;
    const note = () => {
      if (!isReturning.current) keepPlace(addressHere(), Math.round(box.scrollTop));
    };
    const returned = () => {
      isReturning.current = location.pathname !== shown.current;
    };
    box.addEventListener('scrollend', note, { passive: true });
    // Before the way back begins: the last movement may not have ended.
    addEventListener('click', note, true);
    addEventListener('popstate', returned);
    return () => {
      box.removeEventListener('scrollend', note);
      removeEventListener('click', note, true);
      removeEventListener('popstate', returned);
    };
  }, [area]);

  useEffect(() => {
    const box = area.current;
    if (box === null || shown.current === pathname) return;
    const isFirst = shown.current === null;
    shown.current = pathname;
    const isBack = isFirst ? isLoadedAgain() : isReturning.current;
    const top = isBack ? places().find(([address]) => address === addressHere())?.[1] : undefined;
    if (top === undefined) {
      isReturning.current = false;
      if (!isFirst) box.scrollTo({ top: 0 });
      return;
    }
    isReturning.current = true;
    return scrollWhenThere(box, top, () => {
      isReturning.current = false;
    });
  }, [area, pathname]);
}
