import { describe, expect, it } from 'vitest';
import { ruleOf } from '../cases/expect-value';
import { checkRunOrder } from './recognition';

describe('the sequence of recognition runs', () => {
  it('a month with due rows cannot be skipped', () => {
    expect(ruleOf(checkRunOrder({ period: '2025-03', lastPosted: '2025-01', firstDue: null }))).toBe(
      'PERIOD_SKIPPED',
    );
    expect(ruleOf(checkRunOrder({ period: '2025-03', lastPosted: null, firstDue: '2025-02' }))).toBe(
      'PERIOD_SKIPPED',
    );
  });

  it('the next month may be run, and months already run may be repeated', () => {
    expect(checkRunOrder({ period: '2025-02', lastPosted: '2025-01', firstDue: '2025-02' }).ok).toBe(true);
    expect(checkRunOrder({ period: '2025-01', lastPosted: '2025-01', firstDue: null }).ok).toBe(true);
  });
});
