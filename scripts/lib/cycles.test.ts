import { describe, expect, test } from 'vitest';
import { cycleBreaches, cyclesOf } from './cycles';
import { ownFiles } from './own-files';

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));

describe('no circles of imports', () => {
  test('two files that need each other are named once, in the order of the alphabet', () => {
    const found = cyclesOf(
      files({
        'src/core/b.ts': "import { a } from './a';\n",
        'src/core/a.ts': "import {\n  b,\n  type C,\n} from '@/core/b';\n",
      }),
    );
    expect(found).toEqual([['src/core/a.ts', 'src/core/b.ts']]);
  });

  test.each([
    ['a type that is imported', "import type { B } from './b';"],
    ['a type that is named through its file', "export type B = typeof import('./b');"],
    ['a file that is passed on', "export { b } from './b';"],
    ['a file that is passed on whole', "export * from './b';"],
    ['a file that is loaded for what it does', "import './b';"],
    ['a file in its other spelling', "import { b } from '@/core/b';"],
  ])('%s counts as an import', (_name, text) => {
    expect(cyclesOf(files({ 'src/core/a.ts': text, 'src/core/b.ts': "import { a } from './a';" }))).toEqual([
      ['src/core/a.ts', 'src/core/b.ts'],
    ]);
  });

  test('what is fetched only when it is wanted closes no circle, nor does a package of the same name', () => {
    const lazy = {
      'src/core/a.ts': "const later = () => import('./b');",
      'src/core/b.ts': "import { a } from './a';\nimport { c } from 'a';",
    };
    expect(cyclesOf(files(lazy))).toEqual([]);
  });

  test('of a longer circle and what hangs on it, the shortest way around is shown', () => {
    const found = cycleBreaches(
      files({
        'src/core/a.ts': "import './b';\nimport './leaf';",
        'src/core/b.ts': "import './c';",
        'src/core/c.ts': "import './a';\nimport './b';",
        'src/core/leaf.ts': '',
        'scripts/lib/self.mjs': "import './self.mjs';",
      }),
    );
    expect(found.map(({ path, rule }) => [path, rule])).toEqual([
      ['scripts/lib/self.mjs', 'files that need each other: scripts/lib/self.mjs → scripts/lib/self.mjs'],
      [
        'src/core/a.ts',
        'files that need each other: src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts',
      ],
    ]);
  });

  test('the project has none', () => {
    expect(cycleBreaches(ownFiles('.', /\.(?:ts|tsx|mjs|cjs|js)$/))).toEqual([]);
  });
});
