import { expect, type Locator, type Page } from '@playwright/test';
import { books, open } from './access';
import { expectAccessible, test } from './axe';

test.describe.configure({ mode: 'serial' });

const year = new Date().getUTCFullYear() + 1;
const name = `Further terms ${Date.now() % 1_000_000}`;

type Field = readonly [field: string | RegExp, value: string];
type Term = { readonly of: string; readonly typed: readonly Field[]; readonly chosen?: readonly Field[] };

/** What is said of each obligation, and of each term of the price: by the name of its group. */
const OBLIGATIONS: readonly Term[] = [
  {
    of: 'platform',
    chosen: [['Rounding differences', 'CUMULATIVE']],
    typed: [
      [/^Stand-alone price/, '100,000.00'],
      [/^Observed prices from/, '90,000.00'],
      [/^Observed prices to/, '110,000.00'],
    ],
  },
  {
    of: 'calls',
    chosen: [
      ['Stand-alone price is estimated', 'COST'],
      ['Remaining-obligations disclosure', 'VARIABLE'],
    ],
    typed: [
      [/^Price of a unit beyond the last tier/, '0.4'],
      [/^Expected cost/, '8,000.00'],
      [/^Margin on it/, '25'],
      [/^Up to how many units/, '1000'],
      [/^Price of a unit up to there/, '0.5'],
      [/^Supplier’s part of every use/, '30'],
    ],
  },
  {
    of: 'machine',
    chosen: [
      ['Agreement', 'PUT'],
      ['Has the customer reason to use it?', 'NO'],
    ],
    typed: [
      [/^Stand-alone price/, '20,000.00'],
      [/^Exercised or lapsed on/, `${year + 1}-12-31`],
      [/^Price received/, '20,000.00'],
      [/^Repurchase price/, '15,000.00'],
      [/^Market value expected then/, '18,000.00'],
    ],
  },
  {
    of: 'songs',
    typed: [
      [/^Stand-alone price/, '10,000.00'],
      [/^Copy handed over on/, `${year}-01-15`],
    ],
  },
];
const PRICE: readonly Term[] = [
  {
    of: 'Payment 1',
    typed: [
      [/^After how many periods/, '1'],
      [/^Amount/, '52,000.00'],
    ],
  },
  {
    of: 'Payment 2',
    typed: [
      [/^After how many periods/, '2'],
      [/^Amount/, '52,000.00'],
    ],
  },
  {
    of: 'Royalty 1',
    typed: [
      [/^Name of the royalty/, 'plays'],
      [/^Percent of sales or use/, '12.5'],
      [/^Expected in all/, '5,000.00'],
    ],
  },
  {
    of: 'Non-cash consideration 1',
    typed: [
      [/^What is received/, 'shares'],
      [/^How many/, '100'],
      [/^Fair value of one/, '12.25'],
    ],
  },
  {
    of: 'Payment to the customer 1',
    typed: [
      [/^What it is paid for/, 'shelf space'],
      [/^Amount paid/, '3,000.00'],
      [/^Fair value of what it supplies/, '1,000.00'],
    ],
  },
  { of: 'Discount 1', typed: [[/^Discount/, '2,000.00']] },
];
const FINANCING: readonly Field[] = [
  [/^First period begins/, `${year}-01-01`],
  [/^Months in a period/, '12'],
  [/^Number of periods/, '2'],
  [/^Rate of a period/, '6'],
];

const group = (page: Page, of: string) => page.getByRole('group', { name: of, exact: true });
const box = (within: Locator, field: string | RegExp) => within.getByRole('textbox', { name: field });
const financing = (page: Page) => page.getByRole('region', { name: 'Financing' });
const part = (page: Page) => group(page, 'platform').getByRole('region', { name: 'Judgements of help desk' });

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

/** Every term is in its field, without anything having been opened. */
async function expectEveryTerm(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible();
  for (const term of [...OBLIGATIONS, ...PRICE]) await expectSaid(page, term);
  for (const [field, value] of FINANCING) await expect(box(financing(page), field)).toHaveValue(value);
  await expect(group(page, 'Royalty 1').getByLabel('Its licence').locator('option:checked')).toHaveText(
    'songs',
  );
  const discount = group(page, 'Discount 1');
  await expect(discount.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(discount.getByRole('checkbox', { name: 'platform' })).toBeChecked();
  await expect(discount.getByRole('checkbox', { name: 'calls' })).toBeChecked();
  const judged = group(page, 'platform').getByRole('region', { name: 'Judgements', exact: true });
  await expect(judged.getByLabel('What is judged')).toHaveValue('SERIES');
  await expect(box(judged, 'Evidence')).toHaveValue('alike every day');
  await expect(part(page).getByLabel('What is judged')).toHaveValue('SEPARATELY_IDENTIFIABLE');
  await expect(part(page).getByLabel('Does it hold?')).toHaveValue('NO');
  await expect(box(part(page), 'Evidence')).toHaveValue('of use with the platform alone');
}

/** The page of the contract says every term in words, also to who may not edit it. */
async function expectAgreed(page: Page) {
  const agreed = page.getByRole('region', { name: 'As agreed', exact: true });
  for (const words of [
    'In arrears: we finance the customer',
    '6 % a period; USD 52,000.00 after one period and USD 52,000.00 after 2 periods',
    '12.5 % of what the customer sells or uses, of songs alone, USD 5,000.00 expected in all',
    '100 at USD 12.25 each on the day of the contract',
    'USD 3,000.00, for something of its own worth USD 1,000.00',
    'USD 2,000.00, of platform and calls alone',
    'expected cost USD 8,000.00, margin 25 %',
    'up to 1000: USD 0.50; beyond: USD 0.40',
    'The customer may give it back; sold for USD 20,000.00, back for USD 15,000.00',
  ]) {
    await expect(agreed.getByText(words)).toBeVisible();
  }
  const judged = agreed.getByRole('region', { name: 'As agreed: platform' }).getByRole('listitem');
  await expect(judged).toHaveText([
    'It is a series of the same, transferred alike (25-15): Yesalike every day',
    'help desk: It stands apart from the other promises (25-19(b)): Noof use with the platform alone',
  ]);
  await expectAccessible(page, 'a contract’s terms as agreed');
}

test('what the further terms still need is said beside their fields, and the cursor goes to the first', async ({
  seat,
}) => {
  await open(seat, books('revenue/new'));
  await seat.getByText(/^Further terms: financing/).click();
  await seat.getByLabel('Significant financing component').selectOption('NONE');
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  await seat.keyboard.type('support');
  await box(group(seat, 'support'), /^Stand-alone price/).fill('100');
  await box(group(seat, 'support'), /^From/).fill(`${year}-01-01`);
  await box(group(seat, 'support'), /^To/).fill(`${year}-12-31`);
  await seat.getByRole('button', { name: 'Discount', exact: true }).click();
  await seat.keyboard.type('5');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByRole('alert').getByText('3 fields need another look.')).toBeVisible();
  await expect(seat.getByLabel('Why there is none')).toBeFocused();
  await expect(box(financing(seat), 'What that rests on')).toHaveAttribute('aria-invalid', 'true');
  await expect(group(seat, 'Discount 1').getByText('Tick what it belongs to')).toBeVisible();
  // What is wrong cannot be closed away.
  await seat.getByText(/^Further terms: financing/).click();
  await expect(seat.getByLabel('Why there is none')).toBeVisible();
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'support' }).check();
  await expect(group(seat, 'Discount 1').getByText('Tick what it belongs to')).toHaveCount(0);
});

test('a draft with financing, royalties, payment in kind and in return, discounts, tiers, a repurchase and judgements keeps them all', async ({
  seat,
}) => {
  await open(seat, books('revenue/new'));
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
  await platform.getByRole('button', { name: 'Judgement', exact: true }).click();
  await platform.getByLabel('What is judged').selectOption('SERIES');
  await box(platform, 'Evidence').fill('alike every day');
  await platform.getByRole('button', { name: 'Part', exact: true }).click();
  // The new part has the cursor.
  await seat.keyboard.type('help desk');
  await platform.getByRole('button', { name: 'Judgement of help desk' }).click();
  await part(seat).getByLabel('What is judged').selectOption('SEPARATELY_IDENTIFIABLE');
  await part(seat).getByLabel('Does it hold?').selectOption('NO');
  await box(part(seat), 'Evidence').fill('of use with the platform alone');

  await seat.getByLabel(/^Fixed price/).fill('104000');
  await seat.getByText(/^Further terms: financing/).click();
  await seat.getByLabel('Significant financing component').selectOption('ARREARS');
  await seat.getByLabel('The customer pays', { exact: true }).selectOption('LISTED');
  for (const [field, value] of FINANCING) await box(financing(seat), field).fill(value);
  const added = [
    'Payment',
    'Payment',
    'Royalty',
    'Non-cash consideration',
    'Payment to the customer',
    'Discount',
  ];
  for (const one of added) await seat.getByRole('button', { name: one, exact: true }).click();
  for (const term of PRICE) await say(seat, term);
  await group(seat, 'Royalty 1').getByLabel('Its licence').selectOption({ label: 'songs' });
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'platform' }).check();
  await group(seat, 'Discount 1').getByRole('checkbox', { name: 'calls' }).check();
  // 104,000 of which 8,663.58 is interest, 100 shares at 12.25, and 3,000 paid for what is worth 1,000.
  await expect(seat.getByRole('status', { name: 'Transaction price' })).toContainText('USD 94,561.42');
  await expectAccessible(seat, 'a contract with further terms');

  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(seat.getByText('94,561.42').first()).toBeVisible();
  await expectAgreed(seat);
  await seat.getByRole('link', { name: 'Edit', exact: true }).click();
  await expectEveryTerm(seat);
  // Saved again with another word in it, nothing is shortened.
  await seat.getByLabel('Notes').fill('Read by two');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('Read by two')).toBeVisible();
  await seat.getByRole('link', { name: 'Edit', exact: true }).click();
  await expectEveryTerm(seat);
});
