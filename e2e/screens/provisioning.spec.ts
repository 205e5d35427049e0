import { books, open, settle, signIn } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

test('a directory gets a token, shown once, and its groups get roles', async ({ page, request }) => {
  await signIn(page, 'admin');
  await open(page, books('members?of=provisioning'));
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Okta of the test');
  await page.getByRole('button', { name: 'Issue token' }).click();
  const shown = page.getByRole('dialog', { name: 'Copy the token now' });
  const token = ((await shown.locator('pre').textContent()) ?? '').trim();
  await shown.getByRole('button', { name: 'Done, I saved it' }).click();
  const name = `Reviewers ${Date.now()}`;
  const sent = await request.post('/scim/v2/Groups', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    data: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: name },
  });
  expect(sent.status()).toBe(201);
  await page.reload();
  await settle(page);
  const group = page.getByRole('row').filter({ hasText: name });
  await expect(group.getByText('Nothing yet')).toBeVisible();
  await group.getByRole('button', { name: `Roles of ${name}` }).click();
  await page.getByRole('dialog').getByLabel('Viewer').check();
  await page.getByRole('button', { name: 'Save roles' }).click();
  // The whole cell: the name of the group contains the name of the role.
  await expect(group.getByRole('cell', { name: 'Viewer', exact: true })).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: 'Okta of the test' })
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect
    .poll(async () =>
      (await request.get('/scim/v2/Users', { headers: { authorization: `Bearer ${token}` } })).status(),
    )
    .toBe(401);
});
