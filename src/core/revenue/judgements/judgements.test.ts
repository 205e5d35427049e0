import { describe, expect, it } from 'vitest';
import { expectValue, ruleOf } from '../cases/expect-value';
import { type Answer, type JudgedPromise, judgePromise, type Question } from './judgements';

const promise: JudgedPromise = {
  key: 'p',
  nature: 'SERVICE',
  capacity: 'PRINCIPAL',
  timing: null,
  answers: [],
};
const said = (question: Question, answer: boolean | null): Answer[] =>
  answer === null ? [] : [{ question, answer, evidence: 'the contract' }];

describe('606-10-25-19, 25-27, 55-37, 55-58: judgments decide how a performance obligation is recorded', () => {
  it('25-27: (a), (b), or both halves of (c) mean over time; one half of (c) alone decides nothing; otherwise a point in time', () => {
    const each = [true, false, null];
    for (const consumed of each) {
      for (const controls of each) {
        for (const unused of each) {
          for (const paid of each) {
            const answers = [
              ...said('CONSUMED_AS_PERFORMED', consumed),
              ...said('CUSTOMER_CONTROLS_WORK', controls),
              ...said('NO_ALTERNATIVE_USE', unused),
              ...said('RIGHT_TO_PAYMENT', paid),
            ];
            const verdict = (timing: 'OVER_TIME' | 'POINT_IN_TIME') => {
              const judged = judgePromise({ ...promise, timing, answers });
              return judged.ok ? 'FITS' : ruleOf(judged);
            };
            const found = [verdict('OVER_TIME'), verdict('POINT_IN_TIME')];
            if (answers.length === 0) expect(found).toEqual(['FITS', 'FITS']);
            else if (consumed || controls || (unused && paid)) {
              expect(found).toEqual(['FITS', 'NOT_AT_A_POINT']);
            } else if ((unused && paid === null) || (paid && unused === null)) {
              expect(found).toEqual(['JUDGEMENT_OPEN', 'JUDGEMENT_OPEN']);
            } else expect(found).toEqual(['NOT_OVER_TIME', 'FITS']);
          }
        }
      }
    }
  });

  it('an answer without evidence is refused, including one about a part', () => {
    const bare: Answer = { question: 'SEPARATELY_IDENTIFIABLE', answer: true, evidence: ' ' };
    expect(ruleOf(judgePromise({ ...promise, answers: [bare] }))).toBe('JUDGEMENT_UNPROVED');
    const parts = [{ name: 'part', answers: [bare] }];
    expect(ruleOf(judgePromise({ ...promise, parts }))).toBe('JUDGEMENT_UNPROVED');
  });

  it('25-14(b): distinct parts are one performance obligation only as a series', () => {
    const parts = [
      {
        name: 'day',
        answers: [...said('CAPABLE_OF_BEING_DISTINCT', true), ...said('SEPARATELY_IDENTIFIABLE', true)],
      },
    ];
    expect(ruleOf(judgePromise({ ...promise, parts }))).toBe('PART_DISTINCT');
    expect(
      expectValue(judgePromise({ ...promise, parts, answers: said('SERIES', true) })).map(
        (one) => one.paragraph,
      ),
    ).toEqual(['606-10-25-14(b)', '606-10-25-22']);
  });

  it('55-62: functional property that changes for the customer is a right to access', () => {
    const licence = (timing: JudgedPromise['timing'], changes: boolean) =>
      judgePromise({
        ...promise,
        nature: 'LICENCE',
        timing,
        answers: [...said('STANDALONE_FUNCTIONALITY', true), ...said('CHANGES_FOR_CUSTOMER', changes)],
      });
    expect(expectValue(licence('OVER_TIME', true))[0]?.conclusion).toBe('a right to access');
    expect(expectValue(licence('POINT_IN_TIME', false))[0]?.conclusion).toBe('a right to use');
    expect(ruleOf(licence('POINT_IN_TIME', true))).toBe('LICENCE_CONTRADICTED');
    expect(ruleOf(licence('OVER_TIME', false))).toBe('LICENCE_CONTRADICTED');
  });
});
