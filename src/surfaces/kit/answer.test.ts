import { describe, expect, test } from 'vitest';
import { etagOf, versionFromIfMatch } from './answer';

describe('If-Match', () => {
  test('absent, or a star, demands no version: any record that is there will do (RFC 9110, 13.1.1)', () => {
    expect(versionFromIfMatch(null)).toBeUndefined();
    expect(versionFromIfMatch('*')).toBeUndefined();
    expect(versionFromIfMatch(' * ')).toBeUndefined();
  });

  test('an ETag of ours, strong or weak, demands that version', () => {
    expect(versionFromIfMatch(etagOf({ version: 7 }))).toBe(7);
    expect(versionFromIfMatch('W/"7"')).toBe(7);
    expect(versionFromIfMatch('"0"')).toBe(0);
  });

  test.each(['7', '"seven"', '"7", "8"', '""', '', '**', '"9999999999"', '"-1"', '"7'])(
    '%j names no version of ours, so nothing matches it',
    (header) => {
      expect(versionFromIfMatch(header)).toBe(-1);
    },
  );
});
