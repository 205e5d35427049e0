import { expect, it } from 'vitest';
import { bundledServer, freePort, ready, startProgram } from '@/testing/server';

it('a server gives no one a token for a password when its operator says so, and still does for the other grants', async () => {
  const program = await bundledServer();
  const asked = async (DAYBOOK_PASSWORD_GRANT: string, body: object) => {
    const server = startProgram(program, await freePort(), { DAYBOOK_PASSWORD_GRANT });
    try {
      await ready(server);
      const answer = await fetch(`${server.base}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    } finally {
      server.process.kill('SIGKILL');
    }
  };
  const byPassword = { grant_type: 'password', email: 'nobody@example.test', password: 'whatever it may be' };
  expect(await asked('0', byPassword)).toEqual([400, 'unsupported_grant_type']);
  expect(await asked('1', byPassword)).toEqual([400, 'invalid_grant']);
  const byClient = { grant_type: 'client_credentials', client_id: 'unknown', client_secret: 'unknown' };
  expect(await asked('0', byClient)).toEqual([401, 'invalid_client']);
});
