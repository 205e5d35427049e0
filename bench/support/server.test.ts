import { expect, test } from 'vitest';
import { SERVER_FLAGS } from './server';

test('a measured server has the flags of the one that npm start runs, and gives no memory back while requests wait', async () => {
  const started = (await import('../../scripts/lib/run/server-process.mjs' as string)) as {
    readonly SERVER_FLAGS: readonly string[];
  };
  expect(SERVER_FLAGS).toEqual(started.SERVER_FLAGS);
  expect(SERVER_FLAGS).toContain('--no-memory-reducer');
});
