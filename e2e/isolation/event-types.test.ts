import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EVENT_GROUPS, isChosenBy } from '@/core/webhooks/event-sorts';
import { appRouter } from '@/surfaces/trpc/root';

const all = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: { name: string } } }
>;
/** Verbs that change records through other verbs, which emit the events, or that emit the events of documents under those names. */
const CARRIED = new Set(['revenue.loadExample', 'invoices', 'payments']);
const verbs = Object.values(all).flatMap(({ _def: { type, meta } }) =>
  type === 'mutation' && meta !== undefined ? [meta.name] : [],
);

/** The events that sources name: `event: { type: 'gl.payment.applied' …`, or one of two. */
function namedIn(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile() || !/(?<!\.test)\.(ts|sql)$/.test(entry.name)) return [];
    const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
    const named = [
      ...[...text.matchAll(/\btype: (.*)/g)].flatMap(([, said = '']) => [
        ...said.matchAll(/'([a-z]+(?:\.[A-Za-z]+)+)'/g),
      ]),
      ...text.matchAll(/'(gl\.transaction\.[a-z]+ed)'/g),
    ];
    return named.map(([, type = '']) => type);
  });
}

describe('the list of events that webhooks offer', () => {
  test('has a group for every verb that changes something', () => {
    const missing = verbs.filter(
      (verb) =>
        !CARRIED.has(verb) &&
        !CARRIED.has(verb.split('.')[0] ?? '') &&
        !EVENT_GROUPS.some(({ pattern }) => isChosenBy(pattern, verb)),
    );
    expect(missing).toEqual([]);
  });

  test('has a sample of every event with its own name', () => {
    const named = [...new Set([...namedIn('src/usecases'), ...namedIn('prisma/sql')])];
    expect(named.length).toBeGreaterThan(20);
    const known = new Set(EVENT_GROUPS.flatMap(({ sorts }) => sorts.map(({ type }) => type)));
    expect(named.filter((type) => !known.has(type) && !verbs.includes(type))).toEqual([]);
  });

  test('names an event once, within its group', () => {
    const types = EVENT_GROUPS.flatMap(({ sorts }) => sorts.map(({ type }) => type));
    expect(new Set(types).size).toBe(types.length);
    const patterns = EVENT_GROUPS.map(({ pattern }) => pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
    for (const { pattern, sorts } of EVENT_GROUPS) {
      expect(sorts.filter(({ type }) => !isChosenBy(pattern, type))).toEqual([]);
    }
  });
});
