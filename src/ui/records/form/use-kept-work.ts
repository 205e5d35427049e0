'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import {
  forget as forgetKept,
  type KeptWork,
  keep,
  keepAfter,
  keepNow,
  readKept,
  stopResting,
} from '@/ui/shell/kept-work';

/** How long, in milliseconds, typing rests before it is kept. */
const REST_MS = 400;

/**
 * Keeps what is typed into a form in this browser until it is saved, so that it survives a crash, an expired session and a
 * page left by any way. `found` is what an earlier visit left, until it is taken or dropped.
 */
export function useKeptWork<Value>(
  name: string,
  value: Value,
  isDirty: boolean,
  read: (value: unknown) => Value | null,
): {
  readonly found: KeptWork<Value> | null;
  /** The offer is answered; what is kept stays until the form is saved. */
  readonly answered: () => void;
  /** Nothing is kept anymore. */
  readonly forget: () => void;
} {
  const [found, setFound] = useState<KeptWork<Value> | null>(null);
  const latest = useRef({ value, read });
  latest.current = { value, read };
  useEffect(() => setFound(readKept(window.localStorage, name, latest.current.read)), [name]);
  const text = isDirty ? JSON.stringify(value) : null;
  useEffect(() => {
    if (text === null) return;
    keepAfter(name, REST_MS, () =>
      keep(window.localStorage, name, latest.current.value, new Date().toISOString()),
    );
    const leaving = () => keepNow(name);
    window.addEventListener('pagehide', leaving);
    return () => {
      stopResting(name);
      window.removeEventListener('pagehide', leaving);
    };
  }, [name, text]);
  const answered = useCallback(() => setFound(null), []);
  const forget = useCallback(() => {
    forgetKept(window.localStorage, name);
    setFound(null);
  }, [name]);
  return { found, answered, forget };
}
