import { expect, type Page } from '@playwright/test';
import { books, enter, open, settle, visit } from './access';
import { expectAccessible, test } from './axe';

const RUN = Date.now().toString(36);
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a subscription is made, billed, changed after showing the proration, renewed and cancelled', async ({
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
    await item.getByRole('textbox', { name: /^Price of a unit/ }).fill('10');
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
    await expect(form.getByText('No bill follows.')).toBeVisible();
    await form.getByRole('button', { name: 'Cancel the subscription' }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByText('Canceled on')).toBeVisible();
  });
});

test('the billing plan says what comes next and why nothing does; a user with read permission only cannot run it', async ({
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

test('a lead gets an activity, is converted into a customer after a preview, and names it', async ({
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
