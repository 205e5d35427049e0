import { expect, it } from 'vitest';
import { bundledServer, freePort, ready, startProgram } from '@/testing/server';

it('a running server logs refused callers by network and status, once a minute each, and nothing of what they sent', async () => {
  const server = startProgram(await bundledServer(), await freePort(), { LOG_LEVEL: 'warn' });
  try {
    await ready(server);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${server.base}${path}`, init).then(({ status }) => status);
    const forged = { headers: { authorization: 'Bearer telltale.telltale.telltale' } };
    for (let guess = 0; guess < 5; guess += 1)
      expect(await ask('/prospects?search=telltale', forged)).toBe(401);
    const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"telltale' };
    expect(await ask('/auth/token', broken)).toBe(400);
    expect(await ask('/nothing-here/telltale')).toBe(404);
  } finally {
    server.process.kill('SIGTERM');
  }
  const { words } = await server.ended;
  expect(words).not.toContain('telltale');
  const told = words
    .split('\n')
    .filter((line) => line.includes('"msg":"a request was refused"'))
    .map((line) => JSON.parse(line) as { network: string; status: number });
  expect(told.map(({ network, status }) => [network, status])).toEqual([
    ['127.0.0.1', 401],
    ['127.0.0.1', 400],
  ]);
});
