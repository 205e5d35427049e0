import { expect, test } from 'vitest';
import { root } from '../paths.mjs';
import { ownFiles } from './own-files';

const OWN = /import \{[^}]*\btest\b[^}]*\} from '\.\.?\/(?:screens\/)?support\/(?:browser|axe)'/;

test('every browser test fails when its page throws: none uses the bare test function of the library', () => {
  const specs = ownFiles(root, /^e2e\/.*\.spec\.ts$/);
  expect(specs.length).toBeGreaterThan(10);
  expect(specs.filter(({ text }) => !OWN.test(text)).map(({ path }) => path)).toEqual([]);
});

const LIBRARYS = /import \{[^}]*\bexpect\b[^}]*\} from '@playwright\/test'/;

test('every browser test waits for an element before it checks it: none uses the bare expectations of the library', () => {
  const files = ownFiles(root, /^e2e\/.*\.ts$/);
  expect(files.filter(({ text }) => LIBRARYS.test(text)).map(({ path }) => path)).toEqual([
    'e2e/screens/support/expect.ts',
  ]);
});
