import { describe, expect, test } from 'vitest';
import { ownFiles } from '../own-files';

/** The words by which a title speaks of several at once, of which one wins or none may be lost. */
const AT_ONCE =
  /\b(?:at once|at the same (?:moment|time)|simultaneous(?:ly)?|concurrent(?:ly)?|rac(?:e|es|ing))\b/i;
/** What makes contenders overlap reliably: they are released when all of them are seen waiting for one lock. */
const OVERLAPS = /\b(?:contend|killedAt|fight)(?:<[^>]+>)?\(|not l\.granted/;

/** Tests of several at once that are not a race for a lock, each for a reason. */
const NO_RACE: Readonly<Record<string, string>> = {
  'e2e/revenue/reports/month-sums.test.ts':
    'Writers fill the books in parallel; the test is about what all of them wrote, which an oracle adds up.',
  'e2e/hostile/pool-shares.test.ts':
    'The crowd is held inside its work until the test releases it; how many got that far is what is measured.',
  'src/server/edge-places.db.test.ts': 'Requests are held open by their bodies until all of them are seen.',
  'src/server/edge.db.test.ts': 'Requests are held open by their bodies until all of them are seen.',
};

/** The tests of a file, each from its title to where the next one begins. */
const testsOf = (text: string) =>
  text.split(/\n(?=\s*(?:it|test)(?:\.(?:each|for|sequential|concurrent)\b|\())/).flatMap((block) => {
    const title = /^\s*(?:it|test)[^'"`]*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/.exec(block)?.[2];
    return title === undefined ? [] : [{ title, block }];
  });

/** Tests whose titles speak of several at once, and whose contenders may run one after the other. */
const hollow = (path: string, text: string) =>
  testsOf(text)
    .filter(({ title, block }) => AT_ONCE.test(title) && /Promise\.all(?:Settled)?\(/.test(block))
    .filter(({ block }) => !OVERLAPS.test(block))
    .map(({ title }) => ({ path, title }));

describe('a test of several at once', () => {
  const files = ownFiles('.', /^(?:src|e2e)\/.*\.(?:test|spec)\.ts$/);
  const found = files.flatMap(({ path, text }) => hollow(path, text));

  test('lets its contenders go when all of them are seen waiting for one lock, or is listed with a reason', () => {
    expect(found.filter(({ path }) => NO_RACE[path] === undefined)).toEqual([]);
  });

  test('loses its exception when it no longer needs one', () => {
    expect(Object.keys(NO_RACE).filter((path) => !found.some((one) => one.path === path))).toEqual([]);
  });

  test('is found by its title: Promise.all alone is refused, and contend accepted', () => {
    const race = (body: string) =>
      `\n  it('posts once when asked by two at once', async () => {\n${body}\n  });`;
    expect(hollow('a.test.ts', race('await Promise.all([post(), post()]);'))).toHaveLength(1);
    expect(hollow('a.test.ts', race('await Promise.all(made); await contend(hold, [post, post]);'))).toEqual(
      [],
    );
    expect(
      hollow('a.test.ts', "\n  it('adds up', async () => {\nawait Promise.all([a(), b()]);\n  });"),
    ).toEqual([]);
  });
});
