import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { disagreements, guideSteps } from './guide-steps';

const GUIDE = readFileSync('docs/guides/first-afternoon.md', 'utf8');
const SOURCES = ['first-month.spec.ts', 'beside-another-ledger.ts', 'hands.ts'].map((name) =>
  readFileSync(`e2e/adoption/${name}`, 'utf8'),
);

/** What the guide names and its browser test does not use. */
const UNPRESSED = {
  Home: 'where the first step ends and the second begins',
  Settings: 'the heading above links in the sidebar, which are pressed',
  Founding: 'the link of the first page leads there',
  'for eliminations': 'a choice of the company step; this company has one subsidiary',
  'Our own chart':
    'a choice of the chart step; this company takes the proposed one and adds accounts by a file',
  Imports: 'where accounts are imported without a cut-over; this company has one',
  'first day': 'a choice of the calendar step; the first year of this company is a whole one',
  'Hide this list': 'hides the list that the test goes on with',
  'Fiscal calendar and periods': 'taken again where an earlier year is missing; here none is',
  Reopen: 'what a closed month asks for; the months of the test stay closed',
};

describe('the guide to the first afternoon', () => {
  test('and its browser test have the same steps in the same order, and the same names on the screens', () => {
    expect(disagreements(GUIDE, SOURCES, UNPRESSED)).toEqual([]);
  });

  test('has a step for each of its sections and numbered items', () => {
    const numbers = guideSteps(GUIDE).map(({ number }) => number);
    expect(numbers).toEqual(expect.arrayContaining(['1', '2', '3.1', '3.4', '4', '5.3', '6.7']));
  });
});

describe('a guide and its test disagree', () => {
  const guide =
    '## 1. Begin\n\nPress *Start*.\n\n## 2. Go on\n\n1. *Menu → Open* it.\n2. Press *Close…*.\n\n## Later\n\n*Else*\n';
  const source =
    "test.step('1 begin', () => press('Start'));test.step('2.1 open', () => { go('Menu'); press(/^Open/) });test.step('2.2 close', () => press('Close…'));";
  const found = (text: string, code: string, excused = {}) => disagreements(text, [code], excused);

  test('never while they say the same', () => {
    expect(found(guide, source)).toEqual([]);
  });

  test('when the guide gains a step, loses one, or uses a different name', () => {
    expect(found(guide.replace('## Later', '3. Wait.\n\n## Later'), source)).toEqual([
      'step 2.3 of the guide is not tested',
    ]);
    expect(found(guide.replace(/2\. Press.*\n/, ''), source)).toEqual([
      'the test takes step 2.2, which the guide does not have',
    ]);
    expect(found(guide.replace('*Start*', '*Begin*'), source)).toEqual([
      'the guide says “Begin”, and the test does not',
    ]);
  });

  test('when the test loses a step, takes the steps in a different order, or presses something else', () => {
    expect(found(guide, source.replace(/test\.step\('2\.2.*$/, "press('Close')"))).toEqual([
      'step 2.2 of the guide is not tested',
    ]);
    expect(found(guide, source.replace('2.1', '2.3').replace('2.2', '2.1').replace('2.3', '2.2'))).toEqual([
      'the test takes step 2.1 after step 2.2',
    ]);
    expect(found(guide, source.replace("'Close…'", "'Shut'"))).toEqual([
      'the guide says “Close…”, and the test does not',
    ]);
  });

  test('when an exception is no longer needed', () => {
    expect(found(guide, source, { Start: 'no reason', Nowhere: 'no reason' })).toEqual([
      '“Start” is excused, and the test says it',
      '“Nowhere” is excused, and the guide does not say it',
    ]);
  });
});

const rows = readFileSync('docs/adoption.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const [promise = '', title = '', file = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { promise, title, file: file.replaceAll('`', '') };
  });

/** The source text with its titles as they read, without the backslashes of quoted strings. */
const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\\', '') : '');

describe('docs/adoption.md', () => {
  test('names for each promise a test whose title is in its file', () => {
    expect(rows.length).toBeGreaterThan(80);
    const missing = rows.filter(({ title, file }) => title === '' || !textOf(file).includes(title));
    expect(missing).toEqual([]);
  });

  test('makes each promise once', () => {
    const promises = rows.map(({ promise }) => promise);
    expect(promises.filter((one, at) => promises.indexOf(one) !== at)).toEqual([]);
  });
});
