import { describe, expect, it } from 'vitest';
import { csvOf, type Look, looksFrom, svgOf } from './soak-curves';

const look = (minute: number, more: Partial<Look> = {}): Look => ({
  minute,
  requests: 100,
  failures: 0,
  postP99: 5,
  readP99: 8,
  residentMb: 200,
  heapMb: 90,
  loopP99: 12,
  ...more,
});

describe('the curves of a long run', () => {
  it('are read back from their CSV as they were written', () => {
    const looks = [look(0.2), look(0.4, { postP99: 7.125, failures: 1 })];
    expect(looksFrom(csvOf(looks))).toEqual(looks);
  });

  it('draw every observation of each figure within its panel, the largest value at most at its top', () => {
    const svg = svgOf([look(0.2), look(15, { residentMb: 260 }), look(30, { loopP99: 3 })]);
    const paths = [...svg.matchAll(/<path class="[ab]" d="M([^"]+)"/g)].map(([, points = '']) =>
      points.split('L').map((point) => point.split(' ').map(Number)),
    );
    expect(paths).toHaveLength(5);
    for (const path of paths) expect(path).toHaveLength(3);
    // 260 of at most 500 MB.
    expect(paths[0]?.[1]?.[1]).toBeCloseTo(28 + 150 - (260 / 500) * 150, 1);
    expect(paths[0]?.[2]?.[0]).toBeCloseTo(748, 1);
  });
});
