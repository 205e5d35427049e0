import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Refusal, RefusalCode } from '@/core/refusals';
import { errorsA } from './a/errors';
import { authErrors } from './auth/errors';
import { errorsB } from './b/errors';
import { errorsC } from './c/errors';
import { errorsD } from './d/errors';
import { STATUS_OF } from './kit/statuses';
import type { ErrorBook } from './kit/surface';

const guide = readFileSync('docs/guides/errors.md', 'utf8');
const rows = new Map(
  guide
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, name = '', ...cells]) =>
      /^`[A-Z_\d]+`$/.test(name) ? [[name.slice(1, -1), cells]] : [],
    ) as [string, string[]][],
);
const codes = Object.keys(STATUS_OF) as RefusalCode[];

/** A refusal with all data that any error book reads; `noun` affects some messages of surface C. */
const refusalOf = (code: RefusalCode, noun: string) =>
  ({
    code,
    message: 'A sentence.',
    data: {
      noun,
      issues: [],
      reason: '',
      retryAfterSeconds: 1,
      limit: 1,
      window: 'minute',
      field: '',
      value: '',
    },
  }) as unknown as Refusal;
const answer = (book: ErrorBook, code: RefusalCode, noun = 'record') =>
  (book[code] as (refusal: Refusal) => { status: number; body: string })(refusalOf(code, noun));

describe('docs/guides/errors.md', () => {
  test.each(codes)(
    '%s is listed with the status and the code of every surface, when it occurs, and what to do',
    (code) => {
      const [ab, c = '', d, when, fix] = rows.get(code) ?? [];
      expect([Number(ab), Number(ab)]).toEqual([answer(errorsA, code).status, answer(errorsB, code).status]);
      expect(Number(d)).toBe(answer(errorsD, code).status);
      for (const noun of ['record', 'subsidiary', 'transaction']) {
        const { status, body } = answer(errorsC, code, noun);
        expect(c).toContain(String(status));
        expect(c).toContain(`\`${(JSON.parse(body) as { code: string }).code}\``);
      }
      expect([when, fix].every((cell) => cell !== undefined && cell.length > 10)).toBe(true);
    },
  );

  test('lists every error of the token endpoint', () => {
    for (const code of codes) {
      const { error } = JSON.parse(answer(authErrors, code).body) as { error: string };
      expect(guide).toContain(`\`${error}\``);
    }
    for (const error of ['invalid_client', 'unsupported_grant_type']) expect(guide).toContain(`\`${error}\``);
  });

  test('lists every revenue rule that the code knows, and no other refusal or rule', () => {
    const sources = ['src/core/revenue', 'src/usecases/revenue', 'src/usecases/transactions', 'src/db/stores']
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
      )
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(name, 'utf8'));
    const rules = new Set(
      sources.flatMap((text) => [
        ...[...text.matchAll(/\brule: [^'\n]*'([A-Z_\d]+)'/g)].map(([, rule]) => rule),
        ...[...text.matchAll(/\bbreach\(\s*'([A-Z_\d]+)'/g)].map(([, rule]) => rule),
      ]),
    );
    const known = [...rows.keys()].filter((name) => !(codes as string[]).includes(name));
    expect([...rules].sort()).toEqual(known.sort());
  });
});
