import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** In a table of row links: up and down (or k and j) move between them; Home and End go to the ends. */
export function walkRows(event: KeyboardEvent<HTMLElement>) {
  const target = event.target;
  if (!(target instanceof HTMLElement) || target.dataset.rowLink === undefined) return;
  const step = STEPS[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(target) + step;
  links[Math.max(0, Math.min(links.length - 1, at))]?.focus();
  event.preventDefault();
}
