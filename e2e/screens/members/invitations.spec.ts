import { books, open, signIn, visit } from '../support/access';
import { expectAccessible } from '../support/axe';
import { test } from '../support/browser';
import { expect } from '../support/expect';
import { invite, join, newAddress, shownLink } from '../support/invited';

test('an invitation that is sent again works with its latest link only, and the outbox has both emails', async ({
  page,
  browser,
}) => {
  const email = newAddress('otto');
  await signIn(page, 'admin');
  const first = await invite(page, { name: 'Otto Guest', email });
  await visit(page, books('members?of=invitations'));
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Pending');
  await row.getByRole('button', { name: `Send the invitation for ${email} again` }).click();
  const second = await shownLink(page, email);
  expect(second).not.toBe(first);

  const late = await (await browser.newContext()).newPage();
  await open(late, first);
  await expect(late.getByRole('alert').filter({ hasText: 'send it again' })).toBeVisible();
  await expect(late.getByRole('button', { name: 'Create account and join' })).toHaveCount(0);

  await visit(page, books('members?of=mail'));
  const mails = page.getByRole('table', { name: 'Mail' }).getByRole('row').filter({ hasText: email });
  await expect(mails).toHaveCount(2);
  // The second one is in a file for its recipient; the file of the first was removed when its link was replaced.
  await expect(mails.filter({ hasText: /In the file mail\// })).toHaveCount(1);
  await expect(mails.filter({ hasText: /that has been removed|replaced before it was sent/ })).toHaveCount(1);
  await expect(mails.first()).toContainText('Meridian Cloud');
  await expectAccessible(page, 'the outbox with mails');

  const guest = await join(browser, second);
  await expect(guest.getByRole('heading', { level: 1 })).toBeVisible();
  await open(page, books('members?of=invitations'));
  await expect(row).toContainText('Accepted');
  await expect(row.getByRole('button')).toHaveCount(0);
  // Once the link has been used, no file contains anything that opens the books.
  await visit(page, books('members?of=mail'));
  await expect(mails.filter({ hasText: /In the file mail\// })).toHaveCount(0);
});

test('an invitation that is withdrawn lets no one in', async ({ page, browser }) => {
  const email = newAddress('wanda');
  await signIn(page, 'admin');
  const link = await invite(page, { name: 'Wanda Guest', email });
  await visit(page, books('members?of=invitations'));
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
  await expect(row).toContainText('Withdrawn');
  const guest = await (await browser.newContext()).newPage();
  await open(guest, link);
  await expect(guest.getByRole('alert').filter({ hasText: 'send it again' })).toBeVisible();
  await visit(page, books('members'));
  await expect(page.getByRole('table', { name: 'Members' }).getByText(email)).toHaveCount(0);
});
