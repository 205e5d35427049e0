import { rm, writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { books, open, signIn, visit } from '../support/access';
import { expectAccessible } from '../support/axe';
import { test } from '../support/browser';
import { expect } from '../support/expect';
import { invite, join, newAddress } from '../support/invited';

/** So many rows that their check, which examines each row separately, takes many times as long as the clicks in the meantime. */
const ROWS = 60_000;

/** How many rows a job says it has done. */
const doneOf = async (place: Locator) =>
  Number(
    (/([\d,]+) of 60,000 rows/.exec((await place.textContent()) ?? '')?.[1] ?? '-1').replaceAll(',', ''),
  );

test('a job shows its progress to others too; it stops with the reason when its owner loses the role, continues when it is retried, and is canceled', async ({
  page,
  browser,
}, info) => {
  const email = newAddress('jo');
  const name = `Jo ${email.slice(3, 11)}`;
  const file = info.outputPath(`${email.slice(0, 11)}.csv`);
  const code = email.slice(3, 11);
  const lines = Array.from({ length: ROWS }, (_, at) => `Company ${code} ${at},${code}-${at}`);
  await writeFile(file, ['Company name,Customer number', ...lines].join('\n'));
  await signIn(page, 'admin');
  const owner = await join(browser, await invite(page, { name, email }));

  await test.step('the owner starts it, and can leave the page', async () => {
    await open(owner, books('imports/new?of=customers'));
    await owner.getByLabel('Choose a file').setInputFiles(file);
    await owner.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(owner.getByText('You can leave this page.')).toBeVisible();
  });
  await rm(file);
  const place = new URL(owner.url()).pathname;

  const job = page
    .getByRole('table', { name: 'Jobs' })
    .getByRole('row')
    .filter({ hasText: `${code}.csv` });
  await test.step('an administrator sees whose it is and how far it has come', async () => {
    await visit(page, books('jobs'));
    await expect(job).toContainText(`Check of an import: jo-${code}.csv`);
    await expect(job).toContainText('Running');
    await expect(job).toContainText(name);
    const before = await doneOf(job);
    await expect.poll(() => doneOf(job)).toBeGreaterThan(before);
    await expect(page.getByRole('table', { name: 'Regular work' }).getByRole('row').nth(1)).toBeVisible();
  });

  const change = async (from: string, to: string) => {
    await visit(page, books('members'));
    await page.getByRole('button', { name: `Change ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Roles of ${name}` });
    await dialog.getByLabel(from, { exact: true }).uncheck();
    await dialog.getByLabel(to, { exact: true }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  let done = 0;
  await test.step('without the permission to import it stops, and says why on its page and on that of the import', async () => {
    await change('Accountant', 'Viewer');
    await visit(page, books('jobs'));
    await expect(job).toContainText('Failed');
    await job.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(code) })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'permission' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Log' }).getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'a job that failed');
    done = await doneOf(page.getByRole('region', { name: 'Progress' }));
    expect(done).toBeGreaterThan(0);
    await visit(page, place);
    await expect(page.getByText(/^The work stopped\. .*permission/)).toBeVisible();
    await expectAccessible(page, 'an import whose check failed');
  });

  await test.step('retried with the permission it continues where it stopped, and is canceled', async () => {
    await change('Viewer', 'Accountant');
    await visit(page, place);
    await page.getByRole('link', { name: 'Show the job' }).click();
    await page.getByRole('button', { name: /^Try again/ }).click();
    const progress = page.getByRole('region', { name: 'Progress' });
    await expect.poll(() => doneOf(progress)).toBeGreaterThan(done);
    await page.getByRole('button', { name: /^Cancel/ }).click();
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
    const log = page.getByRole('region', { name: 'Log' }).getByRole('listitem');
    await expect(log.last()).toContainText(/Canceled by .+\./);
    await expect(log.filter({ hasText: /Retried by .+\./ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Try again/ })).toBeVisible();
  });

  await test.step('nothing was added, and the upload is deleted', async () => {
    await page.getByRole('link', { name: 'Open what it works on' }).click();
    await expect(page.getByText(/^The work stopped\. Canceled by/)).toBeVisible();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete upload' }).click();
    await page.waitForURL((url) => url.pathname === books('imports'));
    await visit(page, books(`customers?search=${code}`));
    await expect(page.getByRole('link', { name: new RegExp(code) })).toHaveCount(0);
  });
});
