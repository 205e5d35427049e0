import { describe, expect, it } from 'vitest';
import { rowsBetween } from './use-chosen';

describe('the rows that Shift chooses', () => {
  const offered = ['a', 'b', 'c', 'd'];

  it('are those from the one before to this one, in either direction', () => {
    expect(rowsBetween(offered, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rowsBetween(offered, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rowsBetween(offered, 'c', 'c')).toEqual(['c']);
  });

  it('are this one alone where none was chosen before or that one is not in the list anymore', () => {
    expect(rowsBetween(offered, null, 'c')).toEqual(['c']);
    expect(rowsBetween(offered, 'gone', 'c')).toEqual(['c']);
  });
});
