import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { access, books, open, signIn } from './access';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Every place of the navigation, and pages reached from one of its rows. */
const PLACES = [
  '',
  'approvals',
  'transactions',
  'transactions/new?kind=JOURNAL',
  'transactions/new?kind=INVOICE',
  'accounts',
  'entries',
  'revenue',
  'subscriptions',
  'customers',
  'invoices',
  'payments',
  'vendors',
  'price-lists',
  'prospects',
  'prospects?view=list',
  'leads',
  'reports/trial-balance',
  'reports/balance-sheet',
  'reports/income-statement',
  'reports/aging',
  'verify',
  'reports/balance-sheet',
  'reports/income-statement',
  'reports/aging',
  'reports/aging?side=PAYABLE',
  'verify',
  'revenue',
  'revenue/runs',
  'revenue/reports',
  'periods',
  'projects',
  'developers',
  'audit',
  'settings',
  'subsidiaries',
  'dimensions',
  'employees',
] as const;

/** Lists whose first row leads to a page of its own. */
const DETAILS = [
  'transactions',
  'entries',
  'customers',
  'vendors',
  'prospects?view=list',
  'projects',
  'employees',
  'price-lists',
  'revenue',
  'subscriptions',
  'leads',
  'revenue',
] as const;

async function violations(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  // Animations end before contrast is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
  );
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme axe finds nothing (WCAG 2.2 AA)`, () => {
    test.setTimeout(600_000);

    test('on the pages before the books', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'daybook-theme', value: theme, url: baseURL ?? access.baseUrl }]);
      for (const place of ['/', '/login', '/nowhere']) {
        await open(page, place);
        expect.soft(await violations(page), place).toEqual([]);
      }
    });

    test('on every screen of the navigation', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'daybook-theme', value: theme, url: baseURL ?? access.baseUrl }]);
      await signIn(page, 'admin');
      for (const place of PLACES) {
        await open(page, books(place));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect.soft(await violations(page), place).toEqual([]);
      }
    });

    test('on the pages of single records and in dialogs', async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'daybook-theme', value: theme, url: baseURL ?? access.baseUrl }]);
      await signIn(page, 'admin');
      for (const place of DETAILS) {
        await open(page, books(place));
        const link = page.locator('[data-row-link]').first();
        const address = (await link.getAttribute('href')) ?? '';
        await link.click();
        await page.waitForURL((url) => address.startsWith(url.pathname));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect.soft(await violations(page), `first of ${place}`).toEqual([]);
      }
      await open(page, books('transactions?status=APPROVED'));
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('button', { name: 'GL impact' }).click();
      await expect(page.getByRole('table', { name: 'Ledger entry' })).toBeVisible();
      expect.soft(await violations(page), 'GL impact').toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Go to, create, find' })).toBeVisible();
      expect.soft(await violations(page), 'palette').toEqual([]);
    });
  });
}
