import { describe, expect, test } from 'vitest';
import { etagOf, versionFromIfMatch } from './answer';

describe('If-Match', () => {
  test('absent, or a star, requires no version: any existing record matches (RFC 9110, 13.1.1)', () => {
    expect(versionFromIfMatch(null)).toBeUndefined();
    expect(versionFromIfMatch('*')).toBeUndefined();
    expect(versionFromIfMatch(' * ')).toBeUndefined();
  });

  test('an ETag of ours, strong or weak, requires that version', () => {
    expect(versionFromIfMatch(etagOf({ version: 7 }))).toBe(7);
    expect(versionFromIfMatch('W/"7"')).toBe(7);
    expect(versionFromIfMatch('"0"')).toBe(0);
  });

  test.each(['7', '"seven"', '"7", "8"', '""', '', '**', '"9999999999"', '"-1"', '"7'])(
    '%j is not one of our versions, so nothing matches it',
    (header) => {
      expect(versionFromIfMatch(header)).toBe(-1);
    },
  );
});
