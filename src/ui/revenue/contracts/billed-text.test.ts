import { expect, test } from 'vitest';
import { billedChoices, billedText, readBilled } from './billed-text';

test.each([
  { key: 'calls', from: null },
  { key: 'calls', from: '2026-01-01' },
  { key: 'calls, east', from: '2026-01-01' },
  { key: 'calls from 2026', from: null },
])('what a part of a bill is for reads back as it was written: %j', (billed) => {
  expect(readBilled(billedText(billed))).toEqual(billed);
  expect(readBilled('  ')).toBeNull();
});

test('an obligation is offered, and each of its commitment periods with what is still to bill', () => {
  const period = {
    ...{ start: '2026-01-01', end: '2026-01-31', minimum: '100.00', carriedIn: '0.00', used: '60.00' },
    ...{ beyond: '0.00', unused: '40.00', due: '100.00', billed: '70.00', toBill: '30.00' },
  };
  expect(
    billedChoices([
      { key: 'calls', description: 'Calls', commitments: [period] },
      { key: 'help', description: 'help' },
    ]),
  ).toEqual([
    { id: 'calls', label: 'calls', note: 'Calls' },
    { id: 'calls, from 2026-01-01', label: 'calls, from 2026-01-01', note: 'to 31 Jan 2026, 30.00 to bill' },
    { id: 'help', label: 'help' },
  ]);
});
