import type { Locator, Page } from '@playwright/test';
import { books, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { today } from './support/today';

test.describe.configure({ mode: 'serial' });

const year = Number(today().slice(0, 4)) + 1;
const name = `Further terms ${Date.now() % 1_000_000}`;

type Field = readonly [field: string | RegExp, value: string];
type Term = { readonly of: string; readonly typed: readonly Field[]; readonly chosen?: readonly Field[] };

/** The fields of each obligation and of each price term, by the name of their group. */
const OBLIGATIONS: readonly Term[] = [
  {
    of: 'platform',
    chosen: [['Rounding differences', 'CUMULATIVE']],
    typed: [
      [/^Standalone selling price/, '100,000.00'],
      [/^Observed prices from/, '90,000.00'],
      [/^Observed prices to/, '110,000.00'],
    ],
  },
  {
    of: 'calls',
    chosen: [['Remaining-obligations disclosure', 'VARIABLE']],
    typed: [
      // Priced as used: it earns the usage fees, and takes no share of the price (606-10-32-40).
      [/^Standalone selling price/, '0.00'],
      [/^Unit price beyond the last tier/, '0.4'],
      [/^Up to \(units\)/, '1000'],
      [/^Unit price \(/, '0.5'],
      [/^Supplier’s share of usage/, '30'],
    ],
  },
  {
    of: 'machine',
    chosen: [
      ['Agreement', 'PUT'],
      ['Significant economic incentive to exercise?', 'NO'],
    ],
    typed: [
      [/^Standalone selling price/, '20,000.00'],
      [/^Exercised or expired on/, `${year + 1}-12-31`],
      [/^Price received/, '20,000.00'],
      [/^Repurchase price/, '15,000.00'],
      [/^Expected market value on that date/, '18,000.00'],
    ],
  },
  {
    of: 'songs',
    chosen: [['Estimation of standalone selling price', 'COST']],
    typed: [
      [/^Expected cost/, '8,000.00'],
      [/^Margin on cost/, '25'],
      [/^Copy provided on/, `${year}-01-15`],
    ],
  },
];
const PRICE: readonly Term[] = [
  {
    of: 'Payment 1',
    typed: [
      [/^Periods until payment/, '1'],
      [/^Amount/, '52,000.00'],
    ],
  },
  {
    of: 'Payment 2',
    typed: [
      [/^Periods until payment/, '2'],
      [/^Amount/, '52,000.00'],
    ],
  },
  {
    of: 'Royalty 1',
    typed: [
      [/^Name of the royalty/, 'plays'],
      [/^Percent of sales or usage/, '12.5'],
      [/^Expected total/, '5,000.00'],
    ],
  },
  {
    of: 'Noncash consideration 1',
    typed: [
      [/^What is received/, 'shares'],
      [/^Quantity received/, '100'],
      [/^Fair value of each/, '12.25'],
    ],
  },
  {
    of: 'Payment to the customer 1',
    typed: [
      [/^Purpose/, 'shelf space'],
      [/^Amount paid/, '3,000.00'],
      [/^Fair value of goods or services received/, '1,000.00'],
    ],
  },
  { of: 'Discount 1', typed: [[/^Discount/, '2,000.00']] },
];
const FINANCING: readonly Field[] = [
  [/^First period begins/, `${year}-01-01`],
  [/^Months per period/, '12'],
  [/^Number of periods/, '2'],
  [/^Rate per period/, '6'],
];

const group = (page: Page, of: string) => page.getByRole('group', { name: of, exact: true });
const box = (within: Locator, field: string | RegExp) => within.getByRole('textbox', { name: field });
const financing = (page: Page) => page.getByRole('region', { name: 'Financing' });
const part = (page: Page) => group(page, 'platform').getByRole('region', { name: 'Judgments for help desk' });

async function say(page: Page, { of, chosen = [], typed }: Term) {
  const card = group(page, of);
  for (const [field, value] of chosen) await card.getByLabel(field).selectOption(value);
  for (const [field, value] of typed) await box(card, field).fill(value);
}

async function expectSaid(page: Page, { of, chosen = [], typed }: Term) {
  const card = group(page, of);
  for (const [field, value] of chosen) await expect(card.getByLabel(field)).toHaveValue(value);
  for (const [field, value] of typed) await expect(box(card, field)).toHaveValue(value);
}

/** Expects every term in its field, without opening any section. */
async function expectEveryTerm(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible();
  for (const term of [...OBLIGATIONS, ...PRICE]) await expectSaid(page, term);
  for (const [field, value] of FINANCING) await expect(box(financing(page), field)).toHaveValue(value);
  await expect(
    group(page, 'Royalty 1').getByLabel('License it relates to').locator('option:checked'),
  ).toHaveText('songs');
  const discount = group(page, 'Discount 1');
  await expect(discount.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(discount.getByRole('checkbox', { name: 'platform' })).toBeChecked();
  await expect(discount.getByRole('checkbox', { name: 'songs' })).toBeChecked();
  const judged = group(page, 'platform').getByRole('region', { name: 'Judgments', exact: true });
  await expect(judged.getByLabel('Question judged')).toHaveValue('SERIES');
  await expect(box(judged, 'Evidence')).toHaveValue('alike every day');
  await expect(part(page).getByLabel('Question judged')).toHaveValue('SEPARATELY_IDENTIFIABLE');
  await expect(part(page).getByLabel('Answer to the question')).toHaveValue('NO');
  await expect(box(part(page), 'Evidence')).toHaveValue('of use with the platform alone');
}

/** Expects the page of the contract to state every term in words, also to users who may not edit it. */
async function expectAgreed(page: Page) {
  const agreed = page.getByRole('region', { name: 'As agreed', exact: true });
  for (const words of [
    'In arrears: we finance the customer',
    '6% per period; USD 52,000.00 after one period and USD 52,000.00 after 2 periods',
    '12.5% of the customer’s sales or usage, for songs only, USD 5,000.00 expected in total',
    '100 at USD 12.25 each at contract inception',
    'USD 3,000.00, for a distinct good or service worth USD 1,000.00',
    'USD 2,000.00, for platform and songs only',
    'expected cost USD 8,000.00, margin 25%',
    'up to 1000: USD 0.50; beyond: USD 0.40',
    'Put option: the customer may sell it back; sold for USD 20,000.00, back for USD 15,000.00',
  ]) {
    await expect(agreed.getByText(words)).toBeVisible();
  }
  const judged = agreed.getByRole('region', { name: 'As agreed: platform' }).getByRole('listitem');
  await expect(judged).toHaveText([
    'It is a series with the same pattern of transfer (25-15): Yesalike every day',
    'help desk: It is separately identifiable from other promises (25-19(b)): Noof use with the platform alone',
  ]);
  await expectAccessible(page, 'a contract’s terms as agreed');
}

test('a missing further term is reported next to its field, and the first one gets the focus', async ({
  seat,
}) => {
  await visit(seat, books('revenue/new'));
  await seat.getByText(/^Further terms: financing/).click();
  await seat.getByLabel('Significant financing component').selectOption('NONE');
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  await seat.keyboard.type('support');
  await box(group(seat, 'support'), /^Standalone selling price/).fill('100');
  await box(group(seat, 'support'), /^From/).fill(`${year}-01-01`);
  await box(group(seat, 'support'), /^To/).fill(`${year}-12-31`);
  await seat.getByRole('button', { name: 'Discount', exact: true }).click();
  await seat.keyboard.type('5');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByRole('alert').getByText('3 fields need your attention.')).toBeVisible();
  await expect(seat.getByLabel('Reason for no financing component')).toBeFocused();
  await expect(box(financing(seat), 'Evidence for that reason')).toHaveAttribute('aria-invalid', 'true');
  await expect(group(seat, 'Discount 1').getByText('Select what it applies to')).toBeVisible();
  // A section with an error cannot be closed.
  await seat.getByText(/^Further terms: financing/).click();
  await expect(seat.getByLabel('Reason for no financing component')).toBeVisible();
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'support' }).check();
  await expect(group(seat, 'Discount 1').getByText('Select what it applies to')).toHaveCount(0);
});

test('a fixed price for what is priced as used is refused before it is saved, and at its field when it is saved (606-10-32-40)', async ({
  seat,
}) => {
  await visit(seat, books('revenue/new'));
  await seat.getByRole('combobox', { name: 'Customer', exact: true }).fill('a');
  await seat.getByRole('option').first().click();
  await seat.getByLabel(/^Signed on/).fill(`${year}-01-01`);
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  await seat.keyboard.type('calls');
  await group(seat, 'calls').getByLabel('Satisfied').selectOption('USAGE');
  const price = box(group(seat, 'calls'), /^Standalone selling price/);
  await price.fill('100');
  await seat.getByLabel(/^Fixed price/).fill('100');
  const why = 'would be allocated to calls, which is priced as used and cannot earn it';
  await expect(seat.getByText(why)).toBeVisible();
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription(new RegExp(why));
});

test('a draft with financing, royalties, noncash consideration, consideration payable, discounts, tiers, a repurchase and judgments keeps them all', async ({
  seat,
}) => {
  await visit(seat, books('revenue/new'));
  await seat.getByRole('combobox', { name: 'Customer', exact: true }).fill('a');
  await seat.getByRole('option').first().click();
  await seat.getByLabel('Name', { exact: true }).fill(name);
  await seat.getByLabel(/^Signed on/).fill(`${year}-01-01`);
  await seat.getByLabel('Starts', { exact: true }).fill(`${year}-01-01`);
  await seat.getByLabel('Ends', { exact: true }).fill(`${year}-12-31`);
  const patterns = { calls: 'USAGE', machine: 'REPURCHASE', songs: 'LICENCE' } as const;
  for (const key of ['platform', 'calls', 'machine', 'songs'] as const) {
    await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
    await seat.keyboard.type(key);
    const card = group(seat, key);
    if (key !== 'platform') await card.getByLabel('Satisfied').selectOption(patterns[key]);
    if (key !== 'machine') await card.getByText(/^Further terms/).click();
  }
  await group(seat, 'calls').getByRole('button', { name: 'Price tier' }).click();
  for (const term of OBLIGATIONS) await say(seat, term);
  const platform = group(seat, 'platform');
  await platform.getByRole('button', { name: 'Judgment', exact: true }).click();
  await platform.getByLabel('Question judged').selectOption('SERIES');
  await box(platform, 'Evidence').fill('alike every day');
  await platform.getByRole('button', { name: 'Part', exact: true }).click();
  // The new part has the focus.
  await seat.keyboard.type('help desk');
  await platform.getByRole('button', { name: 'Judgment for help desk' }).click();
  await part(seat).getByLabel('Question judged').selectOption('SEPARATELY_IDENTIFIABLE');
  await part(seat).getByLabel('Answer to the question').selectOption('NO');
  await box(part(seat), 'Evidence').fill('of use with the platform alone');

  await seat.getByLabel(/^Fixed price/).fill('104000');
  await seat.getByText(/^Further terms: financing/).click();
  await seat.getByLabel('Significant financing component').selectOption('ARREARS');
  await seat.getByLabel('Payment plan', { exact: true }).selectOption('LISTED');
  for (const [field, value] of FINANCING) await box(financing(seat), field).fill(value);
  const added = [
    'Payment',
    'Payment',
    'Royalty',
    'Noncash consideration',
    'Payment to the customer',
    'Discount',
  ];
  for (const one of added) await seat.getByRole('button', { name: one, exact: true }).click();
  for (const term of PRICE) await say(seat, term);
  await group(seat, 'Royalty 1').getByLabel('License it relates to').selectOption({ label: 'songs' });
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'platform' }).check();
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'songs' }).check();
  // 104,000 of which 8,663.58 is interest, 100 shares at 12.25, and 3,000 paid for goods worth 1,000.
  await expect(seat.getByRole('status', { name: 'Transaction price' })).toContainText('USD 94,561.42');
  // However long the explanation of a share is, the share is shown next to it within the preview.
  const preview = seat.getByRole('complementary', { name: 'Preview' });
  const right = async (box: Locator) => box.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(preview.getByRole('table', { name: 'Shares of the price' }))).toBeLessThanOrEqual(
    await right(preview),
  );
  await expectAccessible(seat, 'a contract with further terms');

  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(seat.getByText('94,561.42').first()).toBeVisible();
  await expectAgreed(seat);
  await seat.getByRole('link', { name: 'Edit', exact: true }).click();
  await expectEveryTerm(seat);
  // Saved again with another note, all terms are still complete.
  await seat.getByLabel('Notes').fill('Read by two');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('Read by two')).toBeVisible();
  await seat.getByRole('link', { name: 'Edit', exact: true }).click();
  await expectEveryTerm(seat);
});
