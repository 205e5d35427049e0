import { describe, expect, it } from 'vitest';
import { noticesSetBack } from './set-back';

const HOUR = 3_600_000;

describe('a clock that is set back', () => {
  it('is noticed once, at the first reading after it lost more than five seconds', () => {
    let counted = 0;
    const isBack = noticesSetBack(() => counted);
    const readings: boolean[] = [];
    // What counts goes on by two seconds from reading to reading.
    for (const wall of [24 * HOUR, 24 * HOUR + 2_000, 23 * HOUR, 23 * HOUR + 2_000, 47 * HOUR, 23 * HOUR]) {
      readings.push(isBack(wall));
      counted += 2_000;
    }
    expect(readings).toEqual([false, false, true, false, false, true]);
  });

  it('is not confused with a clock that is kept right in small steps, or an answer that took a while', () => {
    let counted = 0;
    const isBack = noticesSetBack(() => counted);
    isBack(24 * HOUR);
    counted += 4_000;
    expect(isBack(24 * HOUR)).toBe(false);
    counted += 2_000;
    expect(isBack(24 * HOUR - 500)).toBe(false);
    counted += 2_000;
    expect(isBack(24 * HOUR - 5_000)).toBe(true);
  });
});
