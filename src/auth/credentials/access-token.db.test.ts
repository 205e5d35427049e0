import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '@/lib/ids';
import { ACCESS_TOKEN_SECONDS, signAccessToken, verifyAccessToken } from './access-token';

afterEach(() => {
  vi.useRealTimers();
});

describe('an access token', () => {
  it('expires after an hour, even when it was verified before and cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const claims = {
      subject: newId(),
      kind: 'user' as const,
      organizationId: newId(),
      sessionId: newId(),
    };
    const token = await signAccessToken(claims, ['viewer']);
    expect(await verifyAccessToken(token)).toEqual(claims);
    vi.setSystemTime(Date.now() + (ACCESS_TOKEN_SECONDS - 10) * 1000);
    expect(await verifyAccessToken(token)).toEqual(claims);
    vi.setSystemTime(Date.now() + 11_000);
    await expect(verifyAccessToken(token)).rejects.toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } });
  });
});
