import { afterEach, describe, expect, it } from 'vitest';
import { startAuthority, type TestAuthority } from '@/testing/outside/time-stamp-authority';
import { readTimeStamp, requestTimeStamp } from './time-stamp';

let running: TestAuthority[] = [];
const start = async (answers?: Parameters<typeof startAuthority>[0]) => {
  const authority = await startAuthority(answers);
  running.push(authority);
  return authority;
};
afterEach(() => {
  for (const authority of running) authority.close();
  running = [];
});

describe('a time stamp', () => {
  it('says when a statement existed and who says so; trusted if its root is', async () => {
    const authority = await start();
    const stranger = await start();
    const before = Math.floor(Date.now() / 1_000) * 1_000;
    const token = await requestTimeStamp(authority.url, 'the head');
    const stamp = readTimeStamp(token, 'the head', [stranger.pem, authority.pem]);
    expect(stamp).toMatchObject({ authority: 'CN=Test Stamps', isTrusted: true });
    expect(stamp.at.getTime()).toBeGreaterThanOrEqual(before);
    expect(readTimeStamp(token, 'the head', [stranger.pem]).isTrusted).toBe(false);
    expect(readTimeStamp(token, 'the head').isTrusted).toBe(false);
  });

  it('proves nothing about another statement', async () => {
    const token = await requestTimeStamp((await start()).url, 'the head');
    expect(() => readTimeStamp(token, 'another head')).toThrow(/something else/);
  });

  it('with one byte changed is refused, or is not trusted, or says the same', async () => {
    const authority = await start();
    const token = Buffer.from(await requestTimeStamp(authority.url, 'the head'), 'base64');
    const sound = readTimeStamp(token.toString('base64'), 'the head', [authority.pem]);
    const readChanged = (at: number) => {
      const changed = Buffer.from(token);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      try {
        return readTimeStamp(changed.toString('base64'), 'the head', [authority.pem]);
      } catch {
        return null;
      }
    };
    let refused = 0;
    for (let at = 0; at < token.length; at += 7) {
      const stamp = readChanged(at);
      if (stamp === null) refused += 1;
      else if (stamp.isTrusted) expect(stamp).toEqual(sound);
      // The certificate is not covered by the stamp, but by its own signature.
      else expect(stamp.at).toEqual(sound.at);
    }
    expect(refused).toBeGreaterThan(token.length / 7 / 3);
  });

  it.each([
    ['refuses', /refused with status 2/],
    ['another purpose', /not signed by a certificate for time stamping/],
    ['old request', /answers another request/],
  ] as const)('is not accepted from an authority that answers: %s', async (answers, words) => {
    const { url } = await start(answers);
    await expect(requestTimeStamp(url, 'the head')).rejects.toThrow(words);
  });

  it.each(['', 'AAAA', Buffer.from('no token').toString('base64')])('cannot be read from "%s"', (token) => {
    expect(() => readTimeStamp(token, 'the head')).toThrow(/cannot be read/);
  });
});
