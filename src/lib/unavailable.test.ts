import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unavailableCause } from './unavailable';

/** The error of a connection to a socket in a folder that does not exist. */
const refused = () =>
  new Promise<Error>((resolve) => {
    net.connect(path.join(os.tmpdir(), 'daybook-no-such-folder', '.s.PGSQL.5432')).on('error', resolve);
  });

describe('an error that says that the database cannot serve now', () => {
  test('is that of a server whose socket is gone, also within the errors of drivers', async () => {
    const error = await refused();
    expect(error).toMatchObject({ code: 'ENOENT' });
    expect(unavailableCause(error)).toBe('DATABASE_LOST');
    expect(unavailableCause(new Error('a query failed', { cause: error }))).toBe('DATABASE_LOST');
  });

  test('is not that of any other file that is missing, nor of a program', () => {
    const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' });
    expect(unavailableCause(missing)).toBeNull();
    expect(unavailableCause(new TypeError('x is not a function'))).toBeNull();
  });
});
