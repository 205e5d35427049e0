'use client';

import { useEffect, useState } from 'react';

const MOST = 8;

/** Recently chosen ids in this browser, newest first, so that frequent choices are offered first. */
export function useRecent(name: string): readonly [readonly string[], (ids: readonly string[]) => void] {
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    const kept: unknown = JSON.parse(window.localStorage.getItem(name) ?? '[]');
    if (Array.isArray(kept)) setRecent(kept.filter((id): id is string => typeof id === 'string'));
  }, [name]);
  function remember(ids: readonly string[]) {
    const next = [...new Set([...ids, ...recent])].slice(0, MOST);
    window.localStorage.setItem(name, JSON.stringify(next));
    setRecent(next);
  }
  return [recent, remember];
}
