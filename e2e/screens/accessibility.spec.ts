import { IS_LONG } from '../../src/testing/long-run';
import { books, open, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { expectFits } from './support/fits';

/** Every screen of the navigation. */
const PLACES = [
  '',
  'approvals',
  'transactions',
  'transactions/new?kind=JOURNAL',
  'transactions/new?kind=INVOICE',
  'accounts',
  'entries',
  'revenue',
  'revenue/runs',
  'revenue/judgments',
  'revenue/costs',
  'revenue/estimates',
  'revenue/setup?of=policies',
  'revenue/setup?of=prices',
  'revenue/setup?of=templates',
  'subscriptions',
  'subscriptions/billing',
  'customers',
  'invoices',
  'payments',
  'vendors',
  'items',
  'price-lists',
  'prospects',
  'prospects?view=list',
  'leads',
  'reports/trial-balance',
  'reports/balance-sheet',
  'reports/income-statement',
  'reports/consolidation',
  'reports/consolidation?of=income-statement',
  'reports/consolidation?of=rates',
  'reports/intercompany',
  'reports/intercompany?of=balances',
  'reports/aging',
  'reports/aging?side=PAYABLE',
  'periods',
  'verify',
  'projects',
  'projects/companies',
  'developers',
  'developers?of=clients',
  'developers?of=webhooks',
  'setup',
  'setup?of=exchange-rates',
  'setup?of=posting-rules',
  'setup?of=types',
  'setup?of=intercompany',
  'audit',
  'security',
  'settings',
  'members',
  'members?of=invitations',
  'members?of=roles',
  'members?of=conflicts',
  'members?of=providers',
  'members?of=provisioning',
  'members?of=mail',
  'organizations',
  'subsidiaries',
  'dimensions',
  'units',
  'employees',
  'imports',
  'imports/new',
  'jobs',
  'founding',
  'cut-over',
  'order-sources',
  'other-ledgers',
] as const;

/** Those that are lists whose first row opens a page. */
const LISTS: ReadonlySet<string> = new Set<(typeof PLACES)[number]>([
  'transactions',
  'accounts',
  'entries',
  'customers',
  'vendors',
  'prospects?view=list',
  'projects',
  'employees',
  'items',
  'price-lists',
  'revenue',
  'revenue/runs',
  'revenue/judgments',
  'subscriptions',
  'leads',
  'imports',
]);

/**
 * Screens are made of the same parts, so an ordinary run looks at every third one and at the first of its tabs; the long run looks at all
 * of them.
 */
const LOOKED_AT = PLACES.filter((place) => IS_LONG || !/\?of=/.test(place)).filter(
  (_place, at) => IS_LONG || at % 3 === 0,
);

test.describe.configure({ mode: 'parallel' });

test.describe('axe finds no violations, light and dark (WCAG 2.2 AA), and on a phone nothing is wider than the screen', () => {
  for (const place of ['/', '/login', '/password', '/welcome', '/nowhere']) {
    test(`on ${place}`, async ({ page }) => {
      await open(page, place);
      await expectAccessible(page, place);
    });
  }

  for (const place of LOOKED_AT) {
    const isList = LISTS.has(place);
    test(`on /books/…/${place}${isList ? ', and on its first record' : ''}`, async ({ seat }) => {
      await visit(seat, books(place));
      await expect(seat.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(seat, place);
      await expectFits(seat, place);
      if (!isList) return;
      const address = (await seat.locator('[data-row-link]').first().getAttribute('href')) ?? '';
      expect(address, 'the page of the first record').not.toBe('');
      await visit(seat, address);
      await expect(seat.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(seat, address);
      await expectFits(seat, address);
    });
  }

  test('on the GL impact of a document, and on the palette', async ({ seat }) => {
    await visit(seat, books('transactions?status=APPROVED'));
    await seat.locator('[data-row-link]').first().click();
    await seat.getByRole('button', { name: 'GL impact' }).click();
    await expect(seat.getByRole('table', { name: 'Ledger entry' })).toBeVisible();
    await expectAccessible(seat, 'GL impact');
    await seat.keyboard.press('Escape');
    await seat.keyboard.press('Control+k');
    await expect(seat.getByRole('dialog', { name: 'Go to, create or find' })).toBeVisible();
    await expectAccessible(seat, 'palette');
    await seat.keyboard.press('Escape');
  });
});
