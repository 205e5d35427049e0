import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { books, open, settle } from './access';

/** The password of everyone who joins by an invitation. */
export const PASSWORD = 'nine copper kettles sing loudly';

/** An address that no other test invites. */
export const newAddress = (name: string) => `${name}-${randomUUID()}@example.test`;

/** Invites an address with one role, as the user of the page, and returns the link that is shown once. */
export async function invite(
  page: Page,
  who: { readonly name: string; readonly email: string },
  role = 'Accountant',
): Promise<string> {
  await open(page, books('members'));
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(who.name);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await dialog.getByLabel('Viewer').uncheck();
  await dialog.getByLabel(role).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  return shownLink(page, who.email);
}

/** Reads the link of an invitation from the dialog that shows it, and closes it. */
export async function shownLink(page: Page, email: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: `Invitation for ${email}` });
  const link = ((await shown.locator('pre').textContent()) ?? '').trim();
  await shown.getByRole('button', { name: 'Done, I saved it' }).click();
  const { pathname, hash } = new URL(link);
  return `${pathname}${hash}`;
}

/** A browser of a new person, who joins by the link and sees the home page of the books. */
export async function join(browser: Browser, link: string): Promise<Page> {
  const guest = await (await browser.newContext()).newPage();
  await open(guest, link);
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await guest.waitForURL((url) => url.pathname === books());
  await settle(guest);
  return guest;
}
