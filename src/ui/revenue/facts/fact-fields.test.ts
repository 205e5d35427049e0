import { expect, test } from 'vitest';
import type { Contract } from '../contracts/contract-months';
import { answeredBy, judgementOf, type RecordedAnswers } from './answer-form';
import { editable, factFields, factSaid, listOf, withoutLastRow, withRow, withValue } from './fact-fields';

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

/** A fact with these values at their places, as the form leaves it. */
const edited = (fact: Recorded, values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((one, [path, value]) => withValue(one, path, value), editable(fact));
const { id: _bonus, ...said } = bonus;

test('a fact without a form of its own is corrected by its figures, texts and choices', () => {
  expect(factFields(bonus).map(({ label, value }) => [label, value])).toEqual([
    ['Evidence', 'Offers'],
    ['Estimated by', 'MOST_LIKELY'],
    ['Amount 1', '100'],
    ['Probability 1', '0.6'],
    ['Amount 2', '0'],
    ['Probability 2', '0.4'],
    ['Constraint', 'NONE'],
  ]);
  const corrected = edited(bonus, { 'outcomes.0.amount': ' 120 ', method: 'EXPECTED_VALUE' });
  expect(factSaid({ ...corrected, effectiveDate: '2026-03-02' })).toEqual({
    ...said,
    effectiveDate: '2026-03-02',
    method: 'EXPECTED_VALUE',
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

test('another constraint asks for its own limit, and an estimate gets another outcome', () => {
  const capped = edited(bonus, { 'constraint.kind': 'CAP' });
  expect(factFields(capped).map(({ label }) => label)).toContain('Included at most');
  expect(factSaid(capped)).toBeNull();
  expect(factSaid(withValue(capped, 'constraint.amount', '50'))).toEqual({
    ...said,
    constraint: { kind: 'CAP', amount: '50' },
  });
  const level = edited(bonus, { 'constraint.kind': 'CONFIDENCE', 'constraint.probability': '0.8' });
  expect(factSaid(level)).toMatchObject({ constraint: { kind: 'CONFIDENCE', probability: '0.8' } });

  const more = withRow(bonus);
  expect(factSaid(more)).toBeNull();
  expect(factSaid(edited(more, { 'outcomes.2.amount': '30', 'outcomes.2.probability': '0' }))).toMatchObject({
    outcomes: [{}, {}, { amount: '30', probability: '0' }],
  });
  expect(listOf(withoutLastRow(withoutLastRow(more)))).toEqual({ count: 1, isLeast: true, words: 'amount' });
  expect(withoutLastRow(withoutLastRow(withoutLastRow(more)))).toMatchObject({
    outcomes: [{ amount: '100' }],
  });
});

test('what an earlier version did not ask for is asked for and not proposed', () => {
  const {
    evidence: _none,
    constraint: _neither,
    ...old
  } = bonus as Extract<Recorded, { kind: 'reassessment' }>;
  const begun = editable(old);
  expect(factFields(begun).map(({ label, value }) => [label, value])).toEqual(
    expect.arrayContaining([
      ['Evidence', ''],
      ['Constraint', ''],
    ]),
  );
  expect(factSaid(edited(old, { evidence: 'Offers' }))).toBeNull();
  expect(factSaid(edited(old, { evidence: 'Offers', 'constraint.kind': 'NONE' }))).toEqual(said);
});

test('a journal gets another account and another line, and expected returns a cost of recovery or none', () => {
  const journal: Recorded = {
    ...{ id: 'j', kind: 'journal', effectiveDate: '2026-03-01', memo: 'Cost of what was delivered' },
    lines: [
      { account: 'COST_OF_SALES', debit: '60', credit: '0' },
      { account: 'INVENTORY', debit: '0', credit: '60' },
    ],
  };
  expect(factFields(journal).map(({ label }) => label)).toEqual([
    ...['Memo', 'Account 1', 'Debit 1', 'Credit 1', 'Account 2', 'Debit 2', 'Credit 2'],
  ]);
  expect(factSaid(edited(journal, { 'lines.1.account': 'SUPPLIER_PAYABLE' }))).toMatchObject({
    lines: [{ account: 'COST_OF_SALES' }, { account: 'SUPPLIER_PAYABLE', credit: '60' }],
  });
  expect(factSaid(edited(journal, { 'lines.1.account': 'REVENUE' }))).toBeNull();
  expect(factSaid(withRow(journal))).toBeNull();
  expect(listOf(withoutLastRow(journal))).toMatchObject({ count: 2, isLeast: true });

  const returns: Recorded = {
    ...{ id: 'r', kind: 'returnsEstimate', effectiveDate: '2026-03-01', key: 'goods' },
    ...{ units: '100', unitPrice: '10', unitCost: '6', expectedReturns: '3' },
  };
  const { id: _returns, ...sold } = returns;
  expect(factSaid(editable(returns))).toEqual(sold);
  expect(factSaid(edited(returns, { recoveryCost: '1' }))).toEqual({ ...sold, recoveryCost: '1' });
});

test('nothing replaces it while a figure, a text or the day is missing', () => {
  expect(factSaid({ ...bonus, effectiveDate: '' })).toBeNull();
  expect(factSaid(edited(bonus, { 'outcomes.1.amount': '' }))).toBeNull();
  expect(factSaid(edited(bonus, { 'outcomes.1.amount': 'many' }))).toBeNull();
  expect(factSaid(edited(bonus, { evidence: ' ' }))).toBeNull();
});

test('recorded answers fill the form of a judgment, which says the same again', () => {
  const recorded: RecordedAnswers = {
    ...{ id: 'j', kind: 'judgement', effectiveDate: '2026-03-01', evidence: 'Memo of the controller' },
    answers: [{ question: 'SIGNIFICANT_FINANCING', answer: false, reason: 'WITHIN_A_YEAR' }],
  };
  const { id: _id, ...answered } = recorded;
  expect(judgementOf(answeredBy(recorded))).toEqual(answered);
});
