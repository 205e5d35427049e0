import { describe, expect, test } from 'vitest';
import { prefersStrict } from './ignored-fields';

describe('RFC 7240, Prefer: handling', () => {
  test.each([
    'handling=strict',
    'return=minimal, handling=strict',
    'HANDLING="strict"; foo=bar',
    'wait=5,handling = strict',
    'handling=strict, handling=lenient',
  ])('%s asks for strict handling', (header) => {
    expect(prefersStrict(header)).toBe(true);
  });

  test.each([null, '', 'strict', 'handling', 'handling=lenient', 'handling=lenient, handling=strict'])(
    '%s does not',
    (header) => {
      expect(prefersStrict(header)).toBe(false);
    },
  );
});
