import { describe, expect, it } from 'vitest';
import { type Held, LoopGuard } from './loop-guard';

function watched() {
  const warnings: Held[] = [];
  return { guard: new LoopGuard((held) => warnings.push(held)), warnings };
}

describe('the guard of the event loop', () => {
  it('names the requests in flight when the loop is held for more than fifty milliseconds, once', () => {
    const { guard, warnings } = watched();
    guard.look(0);
    guard.enter('GET /slow');
    guard.look(10);
    guard.look(71);
    guard.look(81);
    expect(warnings).toEqual([{ heldMs: 51, during: ['GET /slow'] }]);
  });

  it('also names one that ended before the loop could be looked at again, and no other', () => {
    const { guard, warnings } = watched();
    guard.enter('GET /earlier')();
    guard.look(0);
    guard.enter('GET /slow')();
    guard.look(200);
    guard.look(400);
    expect(warnings).toEqual([{ heldMs: 190, during: ['GET /slow'] }]);
  });

  it('says nothing of holds up to fifty milliseconds', () => {
    const { guard, warnings } = watched();
    guard.enter('GET /quick');
    for (const at of [0, 60, 120, 180]) guard.look(at);
    expect(warnings).toEqual([]);
  });
});
