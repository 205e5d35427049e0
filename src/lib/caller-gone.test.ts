import { describe, expect, it } from 'vitest';
import { isCallerGone, whileWaited } from './caller-gone';

describe('what is waited for as long as a caller waits', () => {
  const failure = (of: Promise<unknown>) => of.then(() => null).catch((error: unknown) => error);

  it('is not begun for a caller who has already left', async () => {
    let begun = 0;
    const wanted = async () => (begun += 1);
    const late = () => undefined;
    expect(isCallerGone(await failure(whileWaited(AbortSignal.abort(), wanted, late)))).toBe(true);
    expect(begun).toBe(0);
  });

  it('ends when the caller leaves, and what comes later is given back, or fails without being heard', async () => {
    for (const ending of ['comes', 'fails'] as const) {
      const gone = new AbortController();
      const given: string[] = [];
      let come: (one: string) => void = () => undefined;
      let fail: (error: Error) => void = () => undefined;
      const wanted = () =>
        new Promise<string>((resolve, reject) => {
          come = resolve;
          fail = reject;
        });
      const waited = failure(whileWaited(gone.signal, wanted, (one) => void given.push(one)));
      gone.abort();
      expect(isCallerGone(await waited)).toBe(true);
      if (ending === 'comes') come('a connection');
      else fail(new Error('there is none'));
      await new Promise((resume) => setImmediate(resume));
      expect(given).toEqual(ending === 'comes' ? ['a connection'] : []);
    }
  });

  it('is handed to a caller who stays, and so is what it fails with', async () => {
    const { signal } = new AbortController();
    const unwanted = () => expect.unreachable();
    expect(await whileWaited(signal, async () => 7, unwanted)).toBe(7);
    const failed = async () => Promise.reject(new Error('there is none'));
    expect(await failure(whileWaited(signal, failed, unwanted))).toMatchObject({ message: 'there is none' });
  });
});
