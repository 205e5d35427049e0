import { books, signIn, visit } from '../support/access';
import { test } from '../support/browser';
import { expect } from '../support/expect';

/** A search that did not look at everything, which takes more documents than a test has: the server's answer to it is given such a day. */
const DAY = '2026-10-15';

test('a search that looked back to a day says so, and looks at older ones from there', async ({ page }) => {
  await signIn(page, 'accountant');
  await page.route(/transactions\.list/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const isWhole = decodeURIComponent(route.request().url()).includes('dateTo');
    await route.fulfill({
      response: answer,
      body: isWhole ? body : body.replaceAll('"searchedFrom":null', `"searchedFrom":"${DAY}"`),
    });
  });
  await visit(page, books('transactions'));
  const note = page.getByText('Searched back to');
  await page.getByRole('searchbox', { name: /^Search/ }).fill('in');
  await expect(note).toContainText('Three letters or digits search further.');
  await page.getByRole('searchbox', { name: /^Search/ }).fill('inv');
  await expect(note).toBeVisible();
  await expect(note).not.toContainText('Three letters or digits');
  await page.getByRole('button', { name: 'Search older ones' }).click();
  await expect(page).toHaveURL(new RegExp(`to=${DAY}`));
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Search older ones' })).toHaveCount(0);
  // An answer still on its way when the test ends is not a failure.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
