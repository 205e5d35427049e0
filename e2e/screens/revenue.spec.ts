import type { Page } from '@playwright/test';
import { access, books, open, other, settle, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

test.describe.configure({ mode: 'serial' });

const REPORTS = [
  { report: 'waterfall', table: 'Revenue waterfall', chart: true },
  { report: 'rollforward', table: 'Deferred revenue roll-forward', chart: true },
  { report: 'rpo', table: /^Remaining performance obligations/, chart: true },
  { report: 'contract-balances', table: 'Contract balances', chart: false },
  { report: 'disaggregation', table: 'Disaggregated revenue', chart: false },
  { report: 'forecast', table: 'Revenue forecast', chart: true },
  { report: 'recurring', table: 'Monthly recurring revenue', chart: false },
  { report: 'changed', table: 'Changed since the close', chart: false },
] as const;

for (const { report, table, chart } of REPORTS) {
  test(`the report "${report}" has its table, its file and, where it has one, its chart`, async ({
    seat,
  }) => {
    await open(seat, books(`revenue/reports?report=${report}`));
    await expect(seat.getByRole('table', { name: table })).toBeVisible();
    if (chart) await expect(seat.getByRole('img', { name: /The table holds the figures/ })).toBeVisible();
    await expectAccessible(seat, report);
  });
}

test('revenue by customer is searched and ordered, keeps the sums of all below it, and opens the contracts behind a figure', async ({
  seat,
}) => {
  await open(seat, books('revenue/reports?report=disaggregation&by=customer'));
  const table = seat.getByRole('table', { name: 'Revenue by customer' });
  await expect(table.locator('tfoot')).toContainText('Total of all');
  const all = await table.locator('tbody tr').count();
  await expectAccessible(seat, 'revenue by customer');
  await seat.getByRole('searchbox', { name: 'Search name or number' }).fill('orchard');
  await expect(table.locator('tfoot')).toContainText('Total of those found');
  await expect.poll(() => table.locator('tbody tr').count()).toBeLessThan(all);
  await seat.getByLabel('Order').selectOption('NAME');
  await expect(table.locator('tbody tr').first()).toContainText('Orchard');
  const figure = table.locator('tbody').getByRole('button').first();
  const amount = (await figure.textContent()) ?? '';
  await figure.click();
  await expect(seat.getByRole('dialog')).toContainText(amount);
});

/** Reports whose figures lead elsewhere: to subscriptions, or to catch-ups listed below. */
const WITHOUT_CONTRACTS: readonly string[] = ['recurring', 'changed'];

for (const { report, table } of REPORTS.filter(({ report }) => !WITHOUT_CONTRACTS.includes(report))) {
  test(`a figure of the report "${report}" opens the contracts that sum to it, each with the explanation of its part`, async ({
    seat,
  }) => {
    await visit(seat, books(`revenue/reports?report=${report}`));
    // The rows of contract balances are already contracts; their sum is in the last row.
    const cells = seat.getByRole('table', { name: table });
    const figure = (report === 'contract-balances' ? cells.locator('tfoot') : cells)
      .getByRole('button')
      .first();
    const amount = (await figure.textContent()) ?? '';
    await figure.click();
    const drawer = seat.getByRole('dialog');
    const behind = drawer.getByRole('table', { name: 'Contracts behind it' });
    await expect(behind.getByRole('row').nth(1)).toBeVisible();
    await expect(drawer.getByText(`USD${amount}`, { exact: true })).toBeVisible();
    await expect(behind.getByRole('link', { name: /^REV-/ }).first()).toBeVisible();
    if (report === 'waterfall') {
      await expectAccessible(seat, 'the contracts behind a figure');
      await behind.getByRole('button').first().click();
      await expect(drawer.getByText('Copy as text for a memo')).toBeVisible();
      await drawer.getByRole('link', { name: /^contract REV-/ }).click();
      await expect(seat.getByRole('table', { name: 'Obligations', exact: true })).toBeVisible();
      // Back returns to the report, with the figure's contracts open.
      await seat.goBack();
      await expect(behind.getByRole('row').nth(1)).toBeVisible();
      await seat.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
    }
  });
}

test('a figure of recurring revenue opens the subscriptions that sum to it, with links to their pages', async ({
  seat,
}) => {
  await visit(seat, books('revenue/reports?report=recurring'));
  const table = seat.getByRole('table', { name: 'Monthly recurring revenue' });
  const figure = table.getByRole('button', { name: /, Closing, recurring revenue of / }).last();
  const amount = (await figure.textContent()) ?? '';
  await figure.click();
  const drawer = seat.getByRole('dialog');
  const behind = drawer.getByRole('table', { name: 'Subscriptions behind it' });
  await expect(behind.getByRole('row').nth(1)).toBeVisible();
  await expect(drawer.getByText(`USD${amount}`, { exact: true })).toBeVisible();
  await expectAccessible(seat, 'the subscriptions behind a figure');
  await behind.getByRole('link').first().click();
  await expect(seat).toHaveURL(/\/subscriptions\/[0-9a-f-]{36}/);
});

test('the two dates of a report are in the URL and change its figures', async ({ seat }) => {
  await open(seat, books('revenue/reports?report=forecast&known=2020-01-31'));
  await expect(seat.getByLabel('Known as of', { exact: true })).toHaveValue('2020-01-31');
  await expect(seat.getByRole('table', { name: 'Revenue forecast' }).getByRole('row').nth(1)).toContainText(
    '–',
  );
  await seat.getByRole('button', { name: 'Current view' }).click();
  await expect(seat).not.toHaveURL(/known=/);
  await expect(seat.getByRole('table', { name: 'Revenue forecast' }).getByRole('row').nth(1)).toContainText(
    /\d\.\d\d/,
  );
});

test('a report downloads as the table on the screen', async ({ seat }) => {
  await visit(seat, books('revenue/reports?report=rpo'));
  const waiting = seat.waitForEvent('download');
  await seat.getByRole('button', { name: 'Export', exact: true }).click();
  await seat.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^remaining-obligations-\d{4}-\d{2}\.csv$/);
});

/** The first active contract with more than one obligation: a bundle. */
async function openBundle(page: Page) {
  await visit(page, books('revenue?search=bundle&status=ACTIVE'));
  const address = await page.locator('[data-row-link]').first().getAttribute('href');
  await visit(page, address ?? '');
}

/** Asks how to treat a distinct good that is added at its standalone selling price. */
async function compareAddition(page: Page) {
  await page.getByRole('button', { name: 'Modify…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Modify / });
  await expect(dialog.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await dialog.getByLabel('Add a good or service').check();
  await dialog.getByLabel('Name of the obligation').fill(`addition ${Date.now() % 100_000}`);
  await dialog.getByLabel(/^Price \(/).fill('1200');
  await dialog.getByLabel(/^Standalone selling price \(/).fill('1200');
  await dialog.getByLabel('Satisfied').selectOption('POINT');
  await dialog.getByRole('button', { name: 'Compare' }).click();
  return dialog;
}

test('a modification shows all four treatments side by side, and one is applied with its reason', async ({
  seat,
}) => {
  await openBundle(seat);
  const before = await seat.getByRole('table', { name: 'Obligations', exact: true }).getByRole('row').count();
  const dialog = await compareAddition(seat);
  const four = dialog.getByRole('table', { name: 'The four treatments' });
  await expect(four.getByRole('radio')).toHaveCount(4);
  await expect(four.getByText('Required')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expectAccessible(seat, 'the four treatments');
  await dialog.getByLabel('As a contract of its own').uncheck();
  await dialog.getByLabel('Reason').fill('The customer ordered more');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seat.getByRole('table', { name: 'Versions' })).toBeVisible();
  await expect(seat.getByRole('table', { name: 'Obligations', exact: true }).getByRole('row')).toHaveCount(
    before + 1,
  );
  await expect(seat.getByText('The customer ordered more').first()).toBeVisible();
});

test('a figure of a contract is explained, down to its sources', async ({ seat }) => {
  await openBundle(seat);
  await seat.getByRole('button', { name: 'Why recognized' }).click();
  const drawer = seat.getByRole('dialog', { name: /^Why: / });
  await expect(drawer.getByText('Σ of the posted recognition rows')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Copy as text for a memo' })).toBeVisible();
  await seat.keyboard.press('Escape');
});

test('as of before a modification was recorded, the contract is shown as it was', async ({ seat }) => {
  await openBundle(seat);
  const address = seat.url();
  const now = await seat.getByRole('table', { name: 'Obligations', exact: true }).getByRole('row').count();
  await open(seat, `${address}?effective=2026-01-01`);
  await expect(seat.getByText('Terms, schedule and events as of the dates above')).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Modify…' })).toHaveCount(0);
  expect(
    await seat.getByRole('table', { name: 'Obligations', exact: true }).getByRole('row').count(),
  ).toBeLessThanOrEqual(now);
  // The page also reads the ledger as known then: the contract's balances and their explanations.
  await visit(seat, `${address}?known=2026-01-01`);
  await expect(seat.getByRole('region', { name: 'Balances as of that date' })).toBeVisible();
  await seat.getByRole('button', { name: 'Why recognized' }).click();
  await expect(seat.getByRole('dialog').getByText('known as of')).toBeVisible();
});

test('a run is previewed, created, posted after a confirmation, and ends with its entries', async ({
  seat,
}) => {
  await open(seat, books('revenue/runs'));
  await seat.getByRole('button', { name: 'New run' }).click();
  const dialog = seat.getByRole('dialog', { name: 'New recognition run' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('table', { name: 'What it recognizes' })).toBeVisible();
  await expectAccessible(seat, 'new run');
  await dialog.getByRole('button', { name: 'Create run' }).click();
  await expect(seat.getByRole('heading', { level: 1, name: /^RR-/ })).toBeVisible();
  await seat.getByRole('button', { name: 'Post…' }).click();
  const question = seat.getByRole('dialog', { name: /^Post RR-/ });
  await expect(question).toContainText(/USD [\d,]+\.\d\d/);
  // The connection fails: the page says that posting stopped and nothing is lost, and offers to try again.
  const POST = '**/api/trpc/jobs.start*';
  await seat.route(POST, (route) => route.abort());
  await question.getByRole('button', { name: 'Post to the ledger' }).click();
  await expect(seat.getByText(/^Posting stopped\..*Nothing was posted to the ledger\.$/)).toBeVisible();
  await expectAccessible(seat, 'a run that stopped');
  await seat.unroute(POST);
  // A slow connection: while it posts, the page says so and the button is hidden.
  let pass = () => {};
  const held = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await seat.route(POST, async (route) => {
    await held;
    await route.continue();
  });
  await seat.getByRole('button', { name: 'Post…' }).click();
  await question.getByRole('button', { name: 'Post to the ledger' }).click();
  await expect(seat.getByText('You can leave this page. The work continues')).toBeVisible();
  await expect(seat.getByRole('progressbar', { name: 'Rows posted' })).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Post…' })).toHaveCount(0);
  pass();
  await expect(
    seat.getByText(/^Done\. USD [\d,]+\.\d\d .*of \d+ contracts? is recognized on /),
  ).toBeVisible();
  await seat.unroute(POST);
  await expect(seat.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
  await expect(seat.getByRole('link', { name: /^GL-/ }).first()).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Post…' })).toHaveCount(0);
  // A posted run can be reversed, with a reason.
  await seat.getByRole('button', { name: 'Reverse…' }).click();
  const reversal = seat.getByRole('dialog', { name: /^Reverse RR-/ });
  await expect(reversal.getByRole('button', { name: 'Reverse' })).toBeDisabled();
  await reversal.getByLabel('Only some contracts').check();
  await expect(
    reversal.getByRole('group', { name: 'Contracts' }).getByRole('checkbox').first(),
  ).toBeVisible();
  await expectAccessible(seat, 'reverse a run');
  await reversal.getByRole('button', { name: 'Cancel' }).click();
  await expect(reversal).toHaveCount(0);
});

test('the figures of a fiscal period come with its page, which does not request them again', async ({
  page,
}) => {
  const user = access.users.find((one) => one.organization === other.slug && one.role === 'admin');
  await open(page, `/login?returnTo=/books/${other.slug}/revenue/reports`);
  await page.getByLabel('Email').fill(user?.email ?? '');
  await page.getByLabel('Password').fill(user?.password ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/books/${other.slug}/revenue/reports`);
  await settle(page);
  await page.getByLabel('Subsidiary', { exact: true }).selectOption({ label: 'Harbor Print Shop' });
  await page.waitForURL((url) => url.searchParams.has('subsidiary'));
  await settle(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/trpc/')) asked.push(request.url());
  });
  await open(page, page.url());
  // Its books have quarters of 4, 4 and 5 weeks.
  await expect(page.getByText(/^FY\d{4}-P\d\d, to /)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Revenue waterfall' })).toBeVisible();
  expect(asked.filter((url) => /revenue\.reports\.|periodStates/.test(url))).toEqual([]);
});

test('an example of the standard is loaded as a contract with steps to take', async ({ seat }) => {
  await visit(seat, books('revenue'));
  await seat.getByRole('button', { name: 'Load an example…' }).click();
  await seat.getByRole('menuitem', { name: /^Example 8/ }).click();
  await expect(seat.getByRole('heading', { level: 1, name: /^Example 8/ })).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Modify…' })).toBeVisible();
});

test('a modification that is a separate contract becomes a separate contract in Daybook (606-10-25-12)', async ({
  seat,
}) => {
  await openBundle(seat);
  const number =
    (await seat
      .getByText(/^REV-\d+$/)
      .first()
      .textContent()) ?? '';
  const dialog = await compareAddition(seat);
  await dialog.getByLabel('Reason').fill('The customer ordered another one');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(
    seat.getByText(
      `Agreed with ${number} as a separate contract (606-10-25-12): The customer ordered another one`,
    ),
  ).toBeVisible();
  await expect(seat.getByRole('table', { name: 'Obligations', exact: true }).getByRole('row')).toHaveCount(2);
  await expectAccessible(seat, 'a contract made by a modification');
});

test('the first contract lists its separate contracts; one whose modification is voided is shown as withdrawn on both pages', async ({
  seat,
}) => {
  await openBundle(seat);
  const dialog = await compareAddition(seat);
  const reason = `Ordered and canceled ${Date.now()}`;
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  const agreed = seat.getByText(/as a separate contract \(606-10-25-12\): Ordered and canceled/);
  await expect(agreed).toBeVisible();
  const ownNumber =
    (await seat
      .getByText(/^REV-\d+$/)
      .first()
      .textContent()) ?? '';
  await seat.getByRole('main').getByRole('link', { name: /^REV-/ }).first().click();
  const own = seat
    .getByRole('table', { name: 'Separate contracts' })
    .getByRole('row')
    .filter({ has: seat.getByRole('link', { name: ownNumber }) });
  await expect(own).toContainText('Active');
  await expect(own).toContainText('1,200.00');
  const fact = seat.getByRole('listitem').filter({ hasText: reason });
  await fact.getByRole('button', { name: /^Void: / }).click();
  const question = seat.getByRole('dialog', { name: 'Void this event' });
  await question.getByLabel('Reason').fill('The customer canceled it');
  await question.getByRole('button', { name: 'Void' }).click();
  await expect(question).toHaveCount(0);
  await expect(own).toContainText('Modification voided');
  await expectAccessible(seat, 'the separate contracts of a contract');
  await own.getByRole('link', { name: ownNumber }).click();
  await expect(seat.getByText('(withdrawn: the modification was voided)')).toBeVisible();
});
