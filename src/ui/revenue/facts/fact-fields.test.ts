import { expect, test } from 'vitest';
import type { Contract } from '../contracts/contract-months';
import { answeredBy, judgementOf, type RecordedAnswers } from './answer-form';
import { factFields, factWith } from './fact-fields';

type Recorded = Contract['events'][number]['event'];

const bonus: Recorded = {
  ...{ id: 'b', kind: 'reassessment', effectiveDate: '2026-03-01', key: 'bonus', evidence: 'Offers' },
  method: 'MOST_LIKELY',
  outcomes: [
    { amount: '100', probability: '0.6' },
    { amount: '0', probability: '0.4' },
  ],
  constraint: { kind: 'NONE' },
};

test('a fact without a form of its own is corrected by its figures and texts, and keeps what is chosen from lists', () => {
  expect(factFields(bonus).map(({ label, value }) => [label, value])).toEqual([
    ['Evidence', 'Offers'],
    ['Amount 1', '100'],
    ['Probability 1', '0.6'],
    ['Amount 2', '0'],
    ['Probability 2', '0.4'],
  ]);
  const { id: _id, ...rest } = bonus;
  expect(factWith(bonus, '2026-03-02', { 'outcomes.0.amount': '120' })).toEqual({
    ...rest,
    effectiveDate: '2026-03-02',
    outcomes: [
      { amount: '120', probability: '0.6' },
      { amount: '0', probability: '0.4' },
    ],
  });
  // What was recorded stays as it was.
  expect(bonus).toMatchObject({
    effectiveDate: '2026-03-01',
    outcomes: [{ amount: '100' }, { amount: '0' }],
  });
});

test('nothing replaces it while a figure, a text or the day is missing', () => {
  expect(factWith(bonus, '', {})).toBeNull();
  expect(factWith(bonus, '2026-03-01', { 'outcomes.1.amount': '' })).toBeNull();
  expect(factWith(bonus, '2026-03-01', { 'outcomes.1.amount': 'many' })).toBeNull();
  expect(factWith(bonus, '2026-03-01', { evidence: ' ' })).toBeNull();
});

test('recorded answers fill the form of a judgment, which says the same again', () => {
  const recorded: RecordedAnswers = {
    ...{ id: 'j', kind: 'judgement', effectiveDate: '2026-03-01', evidence: 'Memo of the controller' },
    answers: [{ question: 'SIGNIFICANT_FINANCING', answer: false, reason: 'WITHIN_A_YEAR' }],
  };
  const { id: _id, ...said } = recorded;
  expect(judgementOf(answeredBy(recorded))).toEqual(said);
});
