import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { breachedListProblem, isBreached } from './breached-passwords';

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const known = Array.from({ length: 20_000 }, (_, index) => `known password ${index}`);
let folder = '';
const before = process.env.DAYBOOK_BREACHED_PASSWORDS;

/** Writes a list of these passwords, as such lists are published, and makes it the operator's. */
function list(
  name: string,
  passwords: readonly string[],
  lineOf = (hash: string, at: number) => `${hash}:${at}`,
) {
  const file = path.join(folder, name);
  const lines = passwords
    .map(sha1)
    .sort()
    .map((hash, at) => lineOf(hash, at * 7_919));
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  process.env.DAYBOOK_BREACHED_PASSWORDS = file;
  return file;
}

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'breached-'));
});
afterEach(() => {
  if (before === undefined) delete process.env.DAYBOOK_BREACHED_PASSWORDS;
  else process.env.DAYBOOK_BREACHED_PASSWORDS = before;
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('a list of breached passwords', () => {
  it('finds each one of it, the first and the last too, and none that is not in it', async () => {
    const file = list('long', known);
    const sorted = fs.readFileSync(file, 'utf8').split('\n');
    const [first, last] = [sorted[0]?.slice(0, 40), sorted.at(-2)?.slice(0, 40)];
    const edges = known.filter((password) => [first, last].includes(sha1(password)));
    expect(edges).toHaveLength(2);
    for (const password of [...edges, ...known.filter((_, index) => index % 97 === 0)])
      expect([password, await isBreached(password)]).toEqual([password, true]);
    for (let index = 0; index < 200; index += 1)
      expect([index, await isBreached(`unknown password ${index}`)]).toEqual([index, false]);
  });

  it('may be short, have no counts, lowercase hashes and line ends of Windows', async () => {
    list('short', known.slice(0, 3), (hash) => hash.toLowerCase());
    expect([await isBreached('known password 1'), await isBreached('known password 7')]).toEqual([
      true,
      false,
    ]);
    list('windows', known.slice(0, 500), (hash, at) => `${hash}:${at}\r`);
    expect([await isBreached('known password 499'), await isBreached('known password 500')]).toEqual([
      true,
      false,
    ]);
  });

  it('that is not there finds nothing; one that cannot be read fails, so that no password is taken unasked', async () => {
    delete process.env.DAYBOOK_BREACHED_PASSWORDS;
    expect(await isBreached('known password 1')).toBe(false);
    process.env.DAYBOOK_BREACHED_PASSWORDS = path.join(folder, 'missing');
    await expect(isBreached('known password 1')).rejects.toThrow(/ENOENT/);
    expect(await breachedListProblem(path.join(folder, 'missing'))).toBe('cannot be read');
  });

  it('is distinguished from another file', async () => {
    expect(await breachedListProblem(list('right', known.slice(0, 3)))).toBeNull();
    const wrong = path.join(folder, 'wrong');
    fs.writeFileSync(wrong, 'password\n'.repeat(10_000));
    expect(await breachedListProblem(wrong)).toMatch(/is not a list/);
    fs.writeFileSync(wrong, 'x'.repeat(100_000));
    process.env.DAYBOOK_BREACHED_PASSWORDS = wrong;
    await expect(isBreached('known password 1')).rejects.toThrow(/is not a list/);
  });
});
