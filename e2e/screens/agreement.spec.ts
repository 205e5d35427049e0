import type { Page } from '@playwright/test';
import { books, enter, open } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { today } from './support/today';

/** The figure of a card of the home page, and the total in base currency of the aging it leads to. */
async function figures(page: Page, card: string, side: string): Promise<[string, string]> {
  await open(page, books());
  const shown = page
    .getByRole('link', { name: new RegExp(`^${card}`) })
    .locator('.figures')
    .first();
  await expect(shown).toHaveText(/\d/);
  const home = (await shown.textContent()) ?? '';
  await open(page, books(`reports/aging?side=${side}`));
  const total = page.getByRole('table', { name: 'Aging' }).locator('tfoot td').last().locator('div').last();
  const aging = (await total.textContent()) ?? '';
  return [home.replaceAll(/[^\d.,-]/g, ''), aging];
}

for (const [card, side] of [
  ['Owed by customers', 'RECEIVABLE'],
  ['Owed to vendors', 'PAYABLE'],
] as const) {
  test(`"${card}" on the home screen is the total of the aging, which equals its control account`, async ({
    page,
  }) => {
    await enter(page, 'controller');
    await expect
      // Others post to these books at the same time: between one reading and the next the figure may have moved on.
      .poll(async () => {
        const [home, aging] = await figures(page, card, side);
        return home === aging ? 'the same' : `${home} on the home screen, ${aging} in the aging`;
      })
      .toBe('the same');
    await expect(
      page.getByText('Every total equals the balance of the control account in the ledger.'),
    ).toBeVisible();
  });
}

test('the verify screen shows every check it runs, the tie-out of revenue among them, and where each one leads', async ({
  page,
}) => {
  await enter(page, 'controller');
  const answered = page.waitForResponse((answer) => /verify\.books/.test(answer.url()));
  await open(page, books('verify'));
  await page.getByRole('button', { name: 'Check everything' }).click();
  const text = await (await answered).text();
  const says = [...text.matchAll(/"says":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, words]) => JSON.parse(`"${words}"`) as string,
  );
  expect(says.length).toBeGreaterThan(20);
  expect(text).toContain('"check":"REVENUE_TIE_OUT"');
  const checks = page.getByRole('region', { name: 'Checks' }).getByRole('listitem');
  await expect(checks).toHaveCount(says.length);
  for (const words of says)
    await expect(checks.getByRole('link', { name: words, exact: true })).toBeVisible();
  await expectAccessible(page, 'verify');
});

test('posting proposes the date of the document, not today', async ({ page }) => {
  await enter(page, 'controller');
  await open(page, books('transactions/new?kind=JOURNAL'));
  const first = `${today().slice(0, 8)}01`;
  const cell = async (line: number, column: string, value: string) => {
    const input = page.getByLabel(`Line ${line} ${column}`, { exact: true });
    await input.fill(value);
    await input.press('Tab');
  };
  await page.getByLabel(/^Date\b/).fill(first);
  await page.getByLabel(/^Date\b/).press('Tab');
  await page.getByLabel('Memo').fill(`Dated ${Date.now()}`);
  await cell(1, 'account', 'rent');
  await cell(1, 'debit', '12');
  await cell(2, 'account', 'operating bank');
  await page.getByLabel('Line 2 credit').press('=');
  await page.getByLabel('Line 2 credit').press('Control+Enter');
  const question = page.getByRole('dialog', { name: /^Approve and post JE-/ });
  await expect(question.getByRole('textbox', { name: /^Posting date/ })).toHaveValue(first);
  await question.getByRole('button', { name: 'Cancel' }).click();
});
