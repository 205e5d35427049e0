import { describe, expect, it } from 'vitest';
import { type Answered, judgementOf, needsReason, questionsAbout } from './answer-form';

const FORM: Answered = {
  about: '',
  effectiveDate: '2026-01-10',
  answers: {},
  reason: '',
  evidence: 'Memo of the controller',
};

describe('the form that answers questions about a contract in force', () => {
  it('asks about the price or about an obligation, and sends what was answered', () => {
    expect(questionsAbout('')).toContain('SIGNIFICANT_FINANCING');
    expect(questionsAbout('')).not.toContain('CONTROLS_BEFORE_TRANSFER');
    expect(questionsAbout('goods')).toContain('CONTROLS_BEFORE_TRANSFER');
    expect(
      judgementOf({
        ...FORM,
        about: 'goods',
        answers: { CONSUMED_AS_PERFORMED: 'no', RIGHT_TO_PAYMENT: 'no' },
      }),
    ).toEqual({
      kind: 'judgement',
      effectiveDate: '2026-01-10',
      key: 'goods',
      answers: [
        { question: 'CONSUMED_AS_PERFORMED', answer: false },
        { question: 'RIGHT_TO_PAYMENT', answer: false },
      ],
      evidence: 'Memo of the controller',
    });
  });

  it('requires an answer, a date, evidence in words, and a reason where there is no financing component', () => {
    const no: Answered = { ...FORM, answers: { SIGNIFICANT_FINANCING: 'no' } };
    expect(judgementOf(FORM)).toBeNull();
    expect(needsReason(no)).toBe(true);
    expect(judgementOf(no)).toBeNull();
    const answered = judgementOf({ ...no, reason: 'OTHER_PURPOSE' });
    expect(answered?.answers).toEqual([
      { question: 'SIGNIFICANT_FINANCING', answer: false, reason: 'OTHER_PURPOSE' },
    ]);
    expect(judgementOf({ ...no, reason: 'OTHER_PURPOSE', evidence: ' - ' })).toBeNull();
    expect(judgementOf({ ...no, reason: 'OTHER_PURPOSE', effectiveDate: '' })).toBeNull();
    // A reason chosen before the answer was changed is not sent.
    expect(
      judgementOf({ ...FORM, answers: { SIGNIFICANT_FINANCING: 'yes' }, reason: 'OTHER_PURPOSE' })?.answers,
    ).toEqual([{ question: 'SIGNIFICANT_FINANCING', answer: true }]);
  });
});
