import { describe, expect, it, vi } from 'vitest';
import { isCallerGone } from './caller-gone';
import { Share, ShareFull } from './share';

describe('a share', () => {
  it('is held by at most its number; a place that becomes free passes on in the order of arrival', async () => {
    const share = new Share(2, 60_000);
    const order: number[] = [];
    const leave = [await share.enter(), await share.enter()];
    const later = [1, 2, 3].map(async (place) => {
      const left = await share.enter();
      order.push(place);
      return left;
    });
    expect(share.state).toEqual({ held: 2, waiting: 3 });
    leave[0]?.();
    leave[0]?.();
    expect(share.state).toEqual({ held: 2, waiting: 2 });
    leave[1]?.();
    for (const entered of later.slice(0, 2)) (await entered)();
    (await later[2])?.();
    expect(order).toEqual([1, 2, 3]);
    expect(share.state).toEqual({ held: 0, waiting: 0 });
  });

  it('refuses callers that waited in vain, and forgets them', async () => {
    vi.useFakeTimers();
    try {
      const share = new Share(1, 10_000);
      const leave = await share.enter();
      const late = expect(share.enter()).rejects.toBeInstanceOf(ShareFull);
      await vi.advanceTimersByTimeAsync(10_000);
      await late;
      leave();
      expect(share.state).toEqual({ held: 0, waiting: 0 });
      (await share.enter())();
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes over a caller who leaves while waiting, and one who left before takes no place', async () => {
    const share = new Share(1, 60_000);
    const leave = await share.enter();
    const gone = new AbortController();
    const left = share.enter(gone.signal).catch((error: unknown) => error);
    const next = share.enter(new AbortController().signal);
    expect(share.state).toEqual({ held: 1, waiting: 2 });
    gone.abort();
    expect(isCallerGone(await left)).toBe(true);
    expect(share.state).toEqual({ held: 1, waiting: 1 });
    leave();
    (await next)();
    expect(isCallerGone(await share.enter(gone.signal).catch((error: unknown) => error))).toBe(true);
    expect(share.state).toEqual({ held: 0, waiting: 0 });
  });

  it('keeps the place of a caller who leaves once it is held, until it is given back', async () => {
    const share = new Share(1, 60_000);
    const gone = new AbortController();
    const first = await share.enter();
    const second = share.enter(gone.signal);
    first();
    const leave = await second;
    gone.abort();
    expect(share.state).toEqual({ held: 1, waiting: 0 });
    leave();
    expect(share.state).toEqual({ held: 0, waiting: 0 });
  });
});
