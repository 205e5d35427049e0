import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { access, books, open, other } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

test('the consolidated balance sheet: companies, eliminations, noncontrolling interest, the group; and it balances', async ({
  seat,
}) => {
  await open(seat, books('reports/consolidation?period=2026-09'));
  const table = seat.getByRole('table', { name: 'Consolidated balance sheet' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Account (USD)',
    /Holdings, Inc\.USD$/,
    /GmbHEUR$/,
    /KKJPY, 80% owned$/,
    /Inc\.USD$/,
    'Eliminations',
    'Noncontrolling interest',
    'Consolidated',
  ]);
  await expect(seat.getByText('Assets = Liabilities + Equity. The difference is 0.00.')).toBeVisible();
  for (const gone of ['Intercompany receivables', 'Intercompany payables', 'Investments in subsidiaries']) {
    const row = table.getByRole('row').filter({ hasText: gone });
    await expect(row.getByRole('cell').last()).toHaveText('–');
  }
  for (const kept of ['Translation adjustment', 'Noncontrolling interest']) {
    const row = table.getByRole('row').filter({ has: seat.getByRole('rowheader', { name: kept }) });
    await expect(row.getByRole('cell').last()).toHaveText(/\d/);
  }

  await test.step('a company’s figure opens that company’s postings', async () => {
    const figure = table.getByRole('link', { name: /: Accounts receivable, Meridian Cloud GmbH$/ });
    await figure.click();
    await expect(seat.getByRole('table', { name: 'Account activity' })).toBeVisible();
    const chosen = seat.getByLabel('Subsidiary').locator('option:checked');
    await expect(chosen).toHaveText('Meridian Cloud GmbH');
    await seat.goBack();
    await expect(table).toBeVisible();
  });

  await test.step('the result of the year, and the rates behind it', async () => {
    await seat.getByRole('link', { name: 'Income statement', exact: true }).last().click();
    const result = seat.getByRole('table', { name: 'Consolidated income statement' });
    // Of the net income, and of the comprehensive income.
    const others = result.getByRole('row', { name: /^Attributable to noncontrolling interest/ });
    await expect(others).toHaveText([/\d/, /\d/]);
    await expect(result.getByRole('row', { name: /^Net income/ })).toContainText(/\d/);
    await seat.getByRole('link', { name: 'Rates used' }).click();
    const rates = seat.getByRole('table', { name: 'Rates used' });
    await expect(rates.getByRole('row').nth(1)).toContainText('Closing rate, 30 Sep 2026');
    await expect(rates).toContainText('inverse of USD to JPY');
  });

  await test.step('the exported file agrees with the screen', async () => {
    await seat.getByRole('link', { name: 'Balance sheet', exact: true }).last().click();
    const total = table.getByRole('row', { name: /^Total assets/ });
    const shown = (await total.getByRole('cell').last().textContent()) ?? '';
    await seat.getByRole('button', { name: 'Export', exact: true }).click();
    const waiting = seat.waitForEvent('download');
    await seat.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toBe('consolidated-balance-sheet-2026-09-30.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\n')[0]).toContain('Eliminations,Noncontrolling interest,Consolidated,Currency');
    const line = text.split('\n').find((one) => one.includes('Total assets'));
    expect(line).toContain(`,${shown.replaceAll(',', '')},USD`);
  });
});

test('on a phone the account column stays while the companies scroll', async ({ seat }) => {
  const before = seat.viewportSize();
  await seat.setViewportSize({ width: 390, height: 844 });
  await open(seat, books('reports/consolidation?period=2026-09'));
  const region = seat.getByRole('region', { name: 'Consolidated balance sheet, scrolls sideways' });
  await expect(region).toHaveAttribute('tabindex', '0');
  const account = region.getByRole('rowheader').nth(1);
  const place = await account.boundingBox();
  await region.focus();
  await seat.keyboard.press('ArrowRight');
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect((await account.boundingBox())?.x).toBe(place?.x);
  await expectAccessible(seat, 'consolidation on a phone');
  if (before) await seat.setViewportSize(before);
});

test('a missing rate is explained, with a link to enter it, and no statement is shown', async ({
  page,
  request,
}) => {
  await postInEuro(request);
  const user = access.users.find((one) => one.organization === other.slug && one.role === 'admin');
  await open(page, `/login?returnTo=/books/${other.slug}`);
  await page.getByLabel('Email').fill(user?.email ?? '');
  await page.getByLabel('Password').fill(user?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/books/${other.slug}`);
  await open(page, `/books/${other.slug}/reports/consolidation?period=2026-09`);
  const refusal = page.getByRole('alert').filter({ hasText: 'No other rate is used in its place.' });
  await expect(refusal).toContainText('There is no exchange rate from EUR to USD on or before 2026-09-30.');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page, 'a missing rate');
  await refusal.getByRole('link', { name: 'Enter the rate' }).click();
  await expect(page.getByRole('heading', { name: 'Accounting setup' })).toBeVisible();
});

/** A day in an open month of the other organization. */
const DAY = '2026-09-10';

/** The other organization, which has no exchange rates, creates a company in Lisbon and pays in its capital. */
async function postInEuro(request: APIRequestContext): Promise<void> {
  const user = access.users.find((one) => one.organization === other.slug && one.role === 'admin');
  const signedIn = await request.post('/auth/token', {
    data: { grant_type: 'password', email: user?.email, password: user?.password },
  });
  const headers = {
    authorization: `Bearer ${(await signedIn.json()).access_token}`,
    'x-idp-organization-id': other.id,
  };
  const read = async (address: string) => (await request.get(address, { headers })).json();
  const send = async (address: string, data: unknown) => {
    const answer = await request.post(address, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const [parent] = (await read('/api/v1/subsidiaries?parentId=null')).data;
  const company = await send('/api/subsidiaries', {
    code: `LISBON-${Date.now()}`,
    name: 'Harbor Lisbon',
    baseCurrency: 'EUR',
    parentId: parent.id,
  });
  const accounts: { id: string; code: string }[] = await read('/api/accounts?limit=200');
  const idOf = (code: string) => accounts.find((one) => one.code === code)?.id;
  const kinds: { id: string; kind: string }[] = (await read('/api/v1/gl/transaction-types')).data;
  const journal = await send('/api/v1/gl/transactions', {
    transaction: {
      transactionTypeId: kinds.find(({ kind }) => kind === 'JOURNAL')?.id,
      subsidiaryId: company.id,
      transactionDate: DAY,
      currencyCode: 'EUR',
      memo: 'Capital of Lisbon',
    },
    lines: [
      { lineNumber: 1, accountId: idOf('1110'), quantity: '1', unitPrice: '5000.00' },
      { lineNumber: 2, accountId: idOf('3100'), quantity: '1', unitPrice: '-5000.00' },
    ].map((line) => ({ ...line, lineType: 'ITEM', description: 'Capital' })),
  });
  await send(`/api/v1/gl/transactions/${journal.id}/approve`, { approvalComment: 'Deed of foundation' });
  await send(`/api/v1/gl/transactions/${journal.id}/post`, { postingDate: DAY });
}
