import { expect, test } from 'vitest';
import { sourceWords } from './source-words';

test('a source is shown in words, and the id of a converted prospect is not shown', () => {
  expect(sourceWords('web:demo-request')).toBe('Web: demo request');
  expect(sourceWords('prospect:01a1fca4-6a0c-778c-95dc-2eca43294130')).toBe('Converted prospect');
  expect(sourceWords('referral')).toBe('Referral');
  expect(sourceWords(null)).toBeNull();
});
