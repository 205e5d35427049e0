import type { Page } from '@playwright/test';
import { expect } from './expect';

/** A small phone. */
const PHONE = { width: 390, height: 844 };

/**
 * Expects nothing on the page to be wider than a phone's screen, except within areas that scroll. The window is then restored to its width.
 */
export async function expectFits(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const tooWide = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      // A tab strip, a grid or a board scrolls; a text that ends in an ellipsis shows that there is more.
      const isApart = (element: Element | null): boolean => {
        if (element === null || element.tagName === 'MAIN') return false;
        const { overflowX, textOverflow } = getComputedStyle(element);
        return /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis' || isApart(element.parentElement);
      };
      return [...document.querySelectorAll('main, main *')]
        .filter((element) => {
          const { right, width } = element.getBoundingClientRect();
          return width > 1 && right > innerWidth + 1 && !isApart(element.parentElement);
        })
        .slice(0, 3)
        .map((element) => `${element.tagName.toLowerCase()} ${(element.textContent ?? '').slice(0, 40)}`);
    });
  await expect
    .configure({ soft: true })
    .poll(tooWide, { message: `${what}, on a phone` })
    .toEqual([]);
  if (before !== null) await page.setViewportSize(before);
}
