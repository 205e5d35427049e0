import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../paths.mjs';
import { ownFiles } from '../own-files';
import { callsIn, verbsIn } from '../verb-calls';

/**
 * The commands in the guide for accountants, each with the verbs that its screen calls, or the place where a person does it without a verb.
 */
const SCREENS: Readonly<Record<string, readonly string[] | string>> = {
  '$BASE/auth/token': 'the page to sign in',
  '$BASE/api/v1/fiscal-calendars': ['periods.createCalendar'],
  '$BASE/api/v1/fiscal-calendars/$CALENDAR/adopt': ['periods.adoptCalendar'],
  '$R/contracts': ['revenue.contracts.list', 'revenue.contracts.create'],
  '$R/contracts/$ID': ['revenue.contracts.get'],
  '$R/contracts/$ID/activate': ['revenue.contracts.activate'],
  '$R/contracts/$ID/events': ['revenue.events.record'],
  '$R/runs': ['revenue.runs.create'],
  '$R/runs/$RUN/post': ['jobs.start'],
  '$R/explain': ['revenue.explain'],
  '$R/reports/waterfall': ['revenue.reports.waterfall'],
  '$R/reports/$report': ['revenue.reports.rollforward', 'revenue.reports.rpo', 'revenue.reports.forecast'],
  '$R/tie-out': ['verify.books'],
};

const files = ownFiles(root, /^src\/(?:surfaces\/trpc|ui|app)\/.*\.tsx?$/);

describe('the guide for accountants', () => {
  const guide = readFileSync('docs/guides/accountants.md', 'utf8');
  const asked = [...guide.matchAll(/curl [^\n]*?"?(\$(?:BASE|R)\/[\w$/-]+)/g)].map(
    ([, address = '']) => address,
  );

  test('has a screen for every command: whoever keeps the books needs no command line', () => {
    const called = callsIn(files, verbsIn(files));
    const verbs = Object.values(SCREENS).flatMap((screen) => (typeof screen === 'string' ? [] : screen));
    expect(verbs.filter((verb) => !called.has(verb))).toEqual([]);
    expect([...new Set(asked)].sort()).toEqual(Object.keys(SCREENS).sort());
  });
});

describe('the guides', () => {
  const command = 'DAYBOOK_DEMO=0 DAYBOOK_DATA_DIR=.books npm start';
  const operators = readFileSync('docs/guides/operators.md', 'utf8');

  test('lead from the demo to real books in another data directory, by the same command', () => {
    const [, sentence = '', then = ''] =
      /(To go from the demo to real books[^\n]*)\n+```\n([^\n]*)/.exec(operators) ?? [];
    expect(sentence).toContain('another data directory');
    expect(then).toBe(command);
    for (const page of ['README.md', 'docs/guides/first-afternoon.md'])
      expect(readFileSync(page, 'utf8')).toContain(command);
  });
});
