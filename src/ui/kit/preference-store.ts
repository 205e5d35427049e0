'use client';

import { useSyncExternalStore } from 'react';
import {
  DENSITY_COOKIE,
  type Density,
  densityOf,
  SINGLE_KEYS_COOKIE,
  THEME_COOKIE,
  type Theme,
  themeOf,
} from './preferences';

const YEAR = 60 * 60 * 24 * 365;
const CHANGED = 'daybook:preference';

function cookie(name: string): string | undefined {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return entry?.slice(name.length + 1);
}

function keep(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

/** The chosen theme; `system` until the page is hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => themeOf(cookie(THEME_COOKIE)),
    () => 'system',
  );
}

/** Sets the theme for this page and later ones. */
export function setTheme(theme: Theme) {
  keep(THEME_COOKIE, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The chosen row height. */
export function useDensity(): Density {
  return useSyncExternalStore(
    subscribe,
    () => densityOf(cookie(DENSITY_COOKIE)),
    () => 'compact',
  );
}

/** Sets the row height for this page and later ones. */
export function setDensity(density: Density) {
  keep(DENSITY_COOKIE, density);
  document.documentElement.dataset.density = density;
}

/** Whether single-key shortcuts are enabled (WCAG 2.1.4: they can be switched off). */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => cookie(SINGLE_KEYS_COOKIE) !== 'off',
    () => true,
  );
}

/** Turns single-key shortcuts on or off. */
export function setSingleKeys(on: boolean) {
  keep(SINGLE_KEYS_COOKIE, on ? 'on' : 'off');
}
