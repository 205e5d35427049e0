import type { Page } from '@playwright/test';
import { books, enter, open, settle, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

const RUN = Date.now().toString(36);
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a subscription is created, billed, changed after showing the proration, renewed and cancelled', async ({
  seat,
}) => {
  const name = `Platform ${RUN}`;
  await visit(seat, books('subscriptions?new=true'));
  await test.step('made', async () => {
    const form = dialog(seat, 'New subscription');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('combobox', { name: 'Customer' }).click();
    await seat.getByRole('option').first().click();
    await form.getByRole('textbox', { name: 'Term in months' }).fill('12');
    await form.getByLabel(/^Last day/).fill('2099-12-31');
    await form.getByRole('button', { name: 'Draft it' }).click();
    await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
    await settle(seat);
    await seat.getByRole('button', { name: 'New item' }).click();
    const item = dialog(seat, 'New item');
    await item.getByRole('textbox', { name: 'Description' }).fill('Seats');
    await item.getByRole('textbox', { name: 'Quantity' }).fill('10');
    await item.getByRole('textbox', { name: /^Price per unit and period/ }).fill('10');
    await item.getByRole('button', { name: 'Add item' }).click();
    await expect(seat.getByRole('table', { name: 'Items' })).toContainText('Seats');
    await seat.getByRole('button', { name: 'Activate' }).click();
    await expect(seat.getByRole('button', { name: 'Change…' })).toBeVisible();
  });
  const more = async (entry: string) => {
    await seat.getByRole('button', { name: 'More actions' }).click();
    await seat.getByRole('menuitem', { name: entry }).click();
  };
  await test.step('billed once', async () => {
    await more('Bill the current period');
    await expect(seat.getByText(/ is drafted\.$/)).toBeVisible();
    await more('Bill the current period');
    await expect(seat.getByText(/already bills the period/)).toBeVisible();
  });
  await test.step('changed, with the effect shown first', async () => {
    await seat.getByRole('button', { name: 'Change…' }).click();
    const form = dialog(seat, /^Change /);
    await form.getByRole('textbox', { name: 'Quantity' }).fill('16');
    await form.getByRole('button', { name: 'Show the effect' }).click();
    // From the first day of the period: six more seats for all of it.
    await expect(form.getByRole('table', { name: 'The rest of the billing period' })).toContainText('60.00');
    await expectAccessible(seat, 'the effect of a change');
    await form.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByRole('table', { name: 'Items' }).getByRole('row')).toHaveCount(3);
  });
  await test.step('renewed', async () => {
    await more('Renew…');
    const form = dialog(seat, /^Renew /);
    await form.getByRole('textbox', { name: /^Prices rise/ }).fill('5');
    await form.getByRole('button', { name: 'Show the effect' }).click();
    await expect(form.getByRole('table', { name: 'Prices of the new term' })).toContainText('10.50');
    await form.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByText('31 Dec 2100').first()).toBeVisible();
  });
  await test.step('cancelled', async () => {
    await more('Cancel…');
    const form = dialog(seat, /^Cancel /);
    await form.getByLabel('Credit the days after it that are already billed').uncheck();
    await form.getByRole('button', { name: 'Show the effect' }).click();
    await expect(form.getByText('No further invoice follows.')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel the subscription' }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByText('Canceled on')).toBeVisible();
  });
});

test('a new subscription that was not saved is restored, and when two people edit one, neither loses what they entered', async ({
  seat,
  page,
}) => {
  const name = `Kept ${RUN}`;
  const form = dialog(seat, 'New subscription');
  const edit = async (on: Page) => {
    await on.getByRole('button', { name: 'More actions' }).click();
    await on.getByRole('menuitem', { name: 'Edit…' }).click();
  };
  await test.step('what was typed is offered after leaving without saving', async () => {
    await visit(seat, books('subscriptions?new=true'));
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    const kept = () => seat.evaluate((typed) => JSON.stringify({ ...localStorage }).includes(typed), name);
    await expect.poll(kept).toBe(true);
    await open(seat, books('subscriptions?new=true'));
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    await form.getByRole('button', { name: 'Bring it back' }).click();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await form.getByRole('button', { name: 'Draft it' }).click();
    await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
    await settle(seat);
    expect(await kept()).toBe(false);
  });
  await test.step('someone else saves in the meantime', async () => {
    await edit(seat);
    await enter(page, 'controller');
    await open(page, new URL(seat.url()).pathname);
    await edit(page);
    const theirs = dialog(page, /^Edit /);
    await theirs.getByRole('textbox', { name: 'Term in months' }).fill('24');
    await theirs.getByRole('textbox', { name: 'Name' }).fill(`${name} of theirs`);
    await theirs.getByRole('button', { name: 'Save' }).click();
    await expect(theirs).toHaveCount(0);
  });
  await test.step('both versions are shown, and the chosen one is saved', async () => {
    const mine = dialog(seat, /^Edit /);
    await mine.getByRole('textbox', { name: 'Name' }).fill(`${name} of mine`);
    await mine.getByRole('button', { name: 'Save' }).click();
    const question = dialog(seat, 'The record was changed by someone else');
    // What only the other person changed is proposed as saved, what this user changed as entered.
    const choice = (field: string) => question.getByRole('group', { name: field });
    await expect(choice('Term in months').getByRole('radio', { name: 'Saved 24' })).toBeChecked();
    await expect(choice('Name').getByRole('radio', { name: `Yours ${name} of mine` })).toBeChecked();
    await expectAccessible(seat, 'two versions of a subscription');
    await question.getByRole('button', { name: 'Save what is chosen' }).click();
    await expect(mine).toHaveCount(0);
    await expect(seat.getByRole('heading', { level: 1, name: `${name} of mine` })).toBeVisible();
    await expect(seat.getByText('24 months')).toBeVisible();
  });
});

test('billing by schedule is switched on after showing when it runs and what it would create, and off again', async ({
  seat,
}) => {
  await visit(seat, books('subscriptions/billing'));
  const panel = seat.getByRole('region', { name: 'By schedule' });
  await expect(panel).toContainText('Off.');
  await panel.getByRole('button', { name: 'Bill by schedule…' }).click();
  const form = dialog(seat, 'Bill by schedule');
  await form.getByLabel('Day').selectOption('1');
  await form.getByLabel('Hour').selectOption('6');
  await form.getByLabel('Invoices are').selectOption('SUBMIT');
  await expectAccessible(seat, 'billing by schedule');
  await form.getByRole('button', { name: 'Switch on' }).click();
  await expect(form).toHaveCount(0);
  await expect(panel).toContainText(/On the 1st of each month at 06:00, .+, proposed for approval/);
  await expect(panel).toContainText(/Next on 1 \w{3}.* at 06:00: /);
  await panel.getByRole('button', { name: 'Switch off' }).click();
  await expect(panel).toContainText('Off.');
});

test('the billing plan says what comes next, or why nothing does; a user with read permission only cannot run it', async ({
  seat,
  page,
}) => {
  await visit(seat, books('subscriptions/billing'));
  const plan = seat.getByRole('table', { name: 'Billing plan' });
  await expect(plan.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(seat, 'the billing plan');
  await enter(page, 'viewer');
  await open(page, books('subscriptions/billing'));
  await expect(page.getByRole('table', { name: 'Billing plan' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Bill/ })).toHaveCount(0);
});

test('a lead gets an activity, is converted into a customer after a preview, and links to it', async ({
  seat,
}) => {
  const name = `Ada ${RUN}`;
  await visit(seat, books('leads?new=true'));
  const form = dialog(seat, 'New lead');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Company' }).fill(`Engines ${RUN}`);
  await form.getByRole('button', { name: 'Add lead' }).click();
  await expect(form).toHaveCount(0);
  await visit(seat, books(`leads?search=${encodeURIComponent(name)}`));
  await seat.getByRole('link', { name }).click();
  await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
  await settle(seat);
  await seat.getByRole('button', { name: 'New activity' }).click();
  const activity = dialog(seat, 'New activity');
  await activity.getByRole('textbox', { name: 'Summary' }).fill('Send an offer');
  await activity.getByLabel('State').selectOption('open');
  await activity.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(seat.getByText('To do')).toBeVisible();
  await expectAccessible(seat, 'a lead with an activity');
  await seat.getByRole('button', { name: 'Done: Send an offer' }).click();
  await expect(seat.getByText('To do')).toHaveCount(0);
  const address = new URL(seat.url()).pathname;
  await seat.getByRole('button', { name: 'Convert…' }).click();
  const question = dialog(seat, `Convert ${name}`);
  await expect(question.getByRole('region', { name: 'What will be created' })).toContainText(
    `Engines ${RUN}`,
  );
  await question.getByRole('button', { name: 'Create customer' }).click();
  await expect(seat.getByRole('heading', { level: 1, name: `Engines ${RUN}` })).toBeVisible();
  await visit(seat, address);
  await expect(seat.getByRole('link', { name: 'a customer' })).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Convert…' })).toHaveCount(0);
});
