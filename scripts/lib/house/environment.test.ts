import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readArguments } from '../arguments.mjs';
import { lockDataDirectory, openDataDirectory, secretOf } from '../data-directory.mjs';
import { Failure, sentenceOf } from '../failure.mjs';
import { agree } from '../release/install.mjs';
import { checkNodeVersion } from '../release/node-version.mjs';
import { onlyNamed } from '../run/only.mjs';
import { portFrom } from '../run/server-process.mjs';

const ONE_SENTENCE = /^[A-Z][^\n]*\.$/;

/** The sentence with which a call fails; the test fails when the call succeeds. */
function sentence(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(Failure);
    return sentenceOf(error);
  }
  throw new Error('It did not refuse.');
}

describe('the environment of a start', () => {
  test.each(['20.9.0', '20.20.2', '22.0.0', '24.1.0'])('Node.js %s is new enough', (version) => {
    expect(checkNodeVersion(version)).toBeUndefined();
  });

  test.each(['18.20.0', '20.8.1', '16.0.0'])(
    'Node.js %s is refused in one sentence that names it',
    (version) => {
      const said = sentence(() => checkNodeVersion(version));
      expect(said).toMatch(ONE_SENTENCE);
      expect(said).toContain(version);
    },
  );

  test.each(['abc', '0', '65536', '-1', '3000.5', '0x10'])('PORT=%s is refused in one sentence', (PORT) => {
    expect(sentence(() => portFrom({ PORT }))).toMatch(ONE_SENTENCE);
  });

  test('every port that browsers and fetch refuse to open is refused in one sentence that names it', async () => {
    const isForbidden = async (port: number) => {
      // Checked with Node's own fetch, which judges the port before anything connects: connecting would call the dispatcher first.
      const dispatcher = {
        dispatch: () => {
          throw new Error('allowed');
        },
      };
      const request = { dispatcher } as unknown as RequestInit;
      const error = await fetch(`http://127.0.0.1:${port}/`, request).catch(
        (cause: unknown) => cause as Error,
      );
      return error instanceof Error && !String(error.cause ?? error).includes('allowed');
    };
    const isRefused = (port: number) => {
      try {
        return portFrom({ PORT: String(port) }) !== port;
      } catch (error) {
        expect(sentenceOf(error)).toMatch(ONE_SENTENCE);
        expect(sentenceOf(error)).toMatch(new RegExp(`^Browsers refuse to open port ${port},`));
        return true;
      }
    };
    // The highest port of the standard's list is 10080.
    const ports = Array.from({ length: 11_000 }, (_, at) => at + 1);
    const forbidden: number[] = [];
    for (const port of ports) if (await isForbidden(port)) forbidden.push(port);
    expect(forbidden).toEqual(expect.arrayContaining([1, 4190, 6000, 10_080]));
    expect(forbidden.filter((port) => !isRefused(port))).toEqual([]);
    expect([80, 443, 3000, 8080, 8443].filter(isRefused)).toEqual([]);
  });

  test('without PORT the port is 3000', () => {
    expect(portFrom({})).toBe(3000);
    expect(portFrom({ PORT: '8080' })).toBe(8080);
  });

  test('an unknown argument is refused, so that a typing error is never mistaken for consent', () => {
    expect(readArguments(['--reset'], { reset: 'flag' })).toEqual({ reset: true });
    expect(readArguments(['--only', 'unit'], { only: 'value' })).toEqual({ only: 'unit' });
    expect(readArguments(['--only=unit'], { only: 'value' })).toEqual({ only: 'unit' });
    expect(sentence(() => readArguments(['--rest'], { reset: 'flag' }))).toMatch(/^Unknown argument --rest/);
    expect(sentence(() => readArguments(['--only'], { only: 'value' }))).toBe('--only needs a value.');
  });

  test('--only selects steps by name; a name that does not exist is refused', () => {
    const steps = [{ name: 'unit' }, { name: 'types' }];
    expect(onlyNamed(steps, undefined)).toEqual(steps);
    expect(onlyNamed(steps, 'types')).toEqual([{ name: 'types' }]);
    expect(sentence(() => onlyNamed(steps, 'unti'))).toMatch(ONE_SENTENCE);
  });

  test('dependencies count as installed only in exactly the locked versions; packages for other platforms may be missing', () => {
    const wanted = {
      '': {},
      'node_modules/a': { version: '1.0.0', integrity: 'x' },
      'node_modules/mac': { version: '1.0.0', optional: true },
    };
    expect(agree(wanted, { 'node_modules/a': { version: '1.0.0', integrity: 'x' } })).toBe(true);
    expect(agree(wanted, { 'node_modules/a': { version: '1.0.1', integrity: 'x' } })).toBe(false);
    expect(agree(wanted, {})).toBe(false);
  });
});

describe('the data directory', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-unit-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  test('a data directory written by a newer Daybook is refused and nothing in it changes', () => {
    fs.writeFileSync(path.join(folder, 'version.json'), '{"layout":99}');
    expect(sentence(() => openDataDirectory(folder))).toMatch(/newer Daybook \(layout 99/);
    expect(fs.readdirSync(folder)).toEqual(['version.json']);
  });

  test.each(['{}', 'nonsense', '{"layout":"1"}'])(
    'a damaged version file (%s) is refused in one sentence',
    (text) => {
      fs.writeFileSync(path.join(folder, 'version.json'), text);
      expect(sentence(() => openDataDirectory(folder))).toMatch(ONE_SENTENCE);
    },
  );

  test('a file in its place is refused in one sentence', () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    expect(sentence(() => openDataDirectory(path.join(folder, 'file')))).toMatch(
      /it is not a directory\)\.$/,
    );
  });

  test('a path where the system allows no directories is refused in one sentence, at once', () => {
    expect(sentence(() => openDataDirectory('/proc/daybook/data'))).toMatch(
      /cannot be read and written \([A-Z]+\)\.$/,
    );
  });

  test('a second process is refused until the first has released it', () => {
    const release = lockDataDirectory(folder);
    expect(sentence(() => lockDataDirectory(folder))).toMatch(/^Another Daybook \(process \d+\) is using /);
    release();
    lockDataDirectory(folder)();
  });

  test('the lock of a killed process is taken over', () => {
    fs.writeFileSync(
      path.join(folder, 'lock.json'),
      JSON.stringify({ pid: process.pid, mark: 'another life' }),
    );
    lockDataDirectory(folder)();
    expect(fs.existsSync(path.join(folder, 'lock.json'))).toBe(false);
  });

  test('a secret is created once, kept, and readable only by its owner', () => {
    const secret = secretOf(folder, 'nextauth');
    expect(secret).toHaveLength(43);
    expect(secretOf(folder, 'nextauth')).toBe(secret);
    expect(secretOf(folder, 'daybook')).not.toBe(secret);
    expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });
});
