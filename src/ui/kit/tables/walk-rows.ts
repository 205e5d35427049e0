import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * In a table of row links: up and down (or k and j) move between them; Home and End go to the ends; `x` ticks the box before the row, with
 * Shift those of the rows since the last one too.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>) {
  const target = event.target;
  if (!(target instanceof HTMLElement) || target.dataset.rowLink === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === 'x') {
    const { shiftKey } = event;
    const box = target.closest('tr')?.querySelector('input[type="checkbox"]');
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
    return;
  }
  const step = STEPS[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(target) + step;
  links[Math.max(0, Math.min(links.length - 1, at))]?.focus();
  event.preventDefault();
}
