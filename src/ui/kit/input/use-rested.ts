'use client';

import { useEffect, useState } from 'react';

/** A value as it was when it last rested for `ms` milliseconds: what is typed, without each letter on the way. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
