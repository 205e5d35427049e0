import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec, sum } from '../money/decimal';
import { type OpeningAccount, openingEntry, openingSize } from './opening-entry';

const account = (accountId: string, stated: string, posted: string, controlFor: string | null = null) => ({
  accountId,
  code: accountId,
  controlFor,
  stated,
  posted,
});

/*
 *             stated   posted by documents and contracts   entry
 * cash        1,000                                  -40    1,040
 * receivables   500                                  480       20 to clearing
 * clearing        0                                 -440      440
 * equity     -1,500                                    0   -1,500
 * Clearing ends at -440 + 440 + 20: the 20 that no document explains.
 */
test('every account that accepts postings is brought to the trial balance; what a subledger does not explain stays in clearing', () => {
  const lines = openingEntry(
    [
      account('cash', '1000', '-40'),
      account('receivables', '500', '480', 'RECEIVABLE'),
      account('clearing', '0', '-440'),
      account('equity', '-1500', '0'),
    ],
    'clearing',
  );
  expect(lines.map(({ accountId, amount }) => [accountId, amount])).toEqual([
    ['cash', '1040'],
    ['clearing', '20'],
    ['clearing', '440'],
    ['equity', '-1500'],
  ]);
  expect(sum(lines.map(({ amount }) => amount)).toFixed()).toBe('0');
});

test('an account on which both agree has no line, and a control account never has one', () => {
  expect(openingEntry([account('a', '7', '7'), account('b', '9', '9', 'PAYABLE')], 'c')).toEqual([]);
  const [line] = openingEntry([account('b', '10', '9', 'PAYABLE')], 'c');
  expect(line).toMatchObject({ accountId: 'c', amount: '1' });
});

test('an opening is as large as the debits of the trial balance, or of the entry where those are more', () => {
  const stated = [account('cash', '100', '0'), account('debt', '-100', '0')];
  expect(openingSize(stated, 'c').toFixed()).toBe('100');
  // Documents already moved the cash the other way, so the entry is larger than what the trial balance says.
  const moved = [account('cash', '100', '-900'), account('debt', '-100', '900')];
  expect(openingSize(moved, 'c').toFixed()).toBe('1000');
  expect(openingSize([], 'c').toFixed()).toBe('0');
});

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
const accountsOf = fc.array(fc.record({ stated: amounts, posted: amounts, isControl: fc.boolean() }), {
  minLength: 1,
  maxLength: 20,
});

test('a trial balance that balances makes an entry that balances, whatever the subledgers hold', () => {
  fc.assert(
    fc.property(accountsOf, (drawn) => {
      const accounts: OpeningAccount[] = drawn.map(({ stated, posted, isControl }, at) =>
        account(`a${at}`, stated, posted, isControl ? 'RECEIVABLE' : null),
      );
      // What was posted balances against the clearing account, and the trial balance against equity.
      const posted = sum(drawn.map((one) => one.posted));
      const stated = sum(drawn.map((one) => one.stated));
      const all = [
        ...accounts,
        account('clearing', '0', posted.negated().toFixed()),
        account('equity', stated.negated().toFixed(), '0'),
      ];
      const lines = openingEntry(all, 'clearing');
      expect(sum(lines.map(({ amount }) => amount)).toFixed()).toBe('0');
      // What is left in clearing is what the control accounts are off, to the cent.
      const left = sum(lines.flatMap((line) => (line.accountId === 'clearing' ? [line.amount] : [])));
      const off = sum(drawn.flatMap((one) => (one.isControl ? [dec(one.stated).minus(one.posted)] : [])));
      expect(left.minus(posted).toFixed()).toBe(off.toFixed());
    }),
  );
});
