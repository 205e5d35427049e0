import type { Page } from '@playwright/test';
import { expect } from './expect';

/** A small telephone. */
const PHONE = { width: 390, height: 844 };

/**
 * On a phone nothing on the page is wider than the screen, except within what scrolls by itself. The window is as wide as before
 * afterward.
 */
export async function expectFits(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const tooWide = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      // A strip of tabs, a grid or a board scrolls by itself; a text that ends in dots says that there is more.
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
