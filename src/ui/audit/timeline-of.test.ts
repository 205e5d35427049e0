import { expect, test } from 'vitest';
import { changesInWords, idsIn } from './changes-in-words';
import { deedOf } from './timeline-of';

const NOBODY = new Map<string, string>();
const ID = '0192c5a1-0000-7000-8000-0000000000aa';
const OTHER = '0192c5a1-0000-7000-8000-0000000000bb';

test('only the changed fields are shown, old and new, without technical columns', () => {
  const before = { status: 'DRAFT', memo: 'a', version: 1, lines: [1] };
  const after = { status: 'PENDING_APPROVAL', memo: 'a', version: 2, lines: [1], entryNumber: 'GL-1' };
  expect(changesInWords(before, after, NOBODY)).toEqual([
    { field: 'Status', before: 'DRAFT', after: 'Pending approval' },
    { field: 'Entry number', before: null, after: 'GL-1' },
  ]);
});

test('a field missing from the new record did not change, and of a record that is new or gone every field is shown', () => {
  expect(changesInWords({ memo: 'a', status: 'x' }, { status: 'y' }, NOBODY)).toHaveLength(1);
  expect(changesInWords(null, { memo: 'a' }, NOBODY)).toEqual([{ field: 'Memo', before: null, after: 'a' }]);
  expect(changesInWords({ memo: 'a' }, null, NOBODY)).toEqual([{ field: 'Memo', before: 'a', after: null }]);
});

test('records are shown by their names, days as they are read, and figures with their own digits', () => {
  const names = new Map([[OTHER, 'Globex GmbH']]);
  const before = {
    subsidiaryId: ID,
    dueDate: '2026-03-31',
    exchangeRate: '1.0850000000',
    isAdjustment: false,
  };
  const after = { subsidiaryId: OTHER, dueDate: null, exchangeRate: '1.1000000000', isAdjustment: true };
  expect(changesInWords(before, after, names)).toEqual([
    { field: 'Subsidiary', before: 'a record without a name', after: 'Globex GmbH' },
    { field: 'Due date', before: '31 Mar 2026', after: null },
    { field: 'Exchange rate', before: '1.085', after: '1.10' },
    { field: 'Adjustment', before: 'No', after: 'Yes' },
  ]);
  expect(idsIn(before, after)).toEqual([ID, OTHER]);
});

test('nested records and lists are shown part by part, and so is a part that was removed', () => {
  const before = {
    billingAddress: { city: 'Berlin', zip: '10115' },
    rates: [{ percent: '7' }, { percent: '19' }],
  };
  const after = { billingAddress: { city: 'Bonn' }, rates: [{ percent: '7' }] };
  expect(changesInWords(before, after, NOBODY)).toEqual([
    { field: 'Billing address, city', before: 'Berlin', after: 'Bonn' },
    { field: 'Billing address, zip', before: '10115', after: null },
    { field: 'Rates 2, percent', before: '19', after: null },
  ]);
});

test('actions are shown in the past tense, unknown ones by their own name', () => {
  expect(deedOf('gl.transaction.post')).toBe('posted it');
  expect(deedOf('revenue.modifications.apply')).toBe('applied a modification');
  expect(deedOf('revenue.events.record')).toBe('recorded an event');
  expect(deedOf('transactions.payments.record')).toBe('recorded it');
  expect(deedOf('gl.transaction.cancel')).toBe('canceled it');
  expect(deedOf('periods.revalue')).toBe('revalued it');
  expect(deedOf('periods.somethingElse')).toBe('something else');
});
