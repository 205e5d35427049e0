import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ancestorsOf, checkChildless, checkParent } from './tree';

const noun = 'subsidiary';
// top > europe > berlin; top > us
const PARENTS = new Map([
  ['top', null],
  ['europe', 'top'],
  ['berlin', 'europe'],
  ['us', 'top'],
]);
const place = (id: string | null, parentId: string | null) =>
  checkParent(
    { noun, id },
    parentId,
    parentId !== null && PARENTS.has(parentId) ? ancestorsOf(parentId, PARENTS) : null,
  );

describe('4.4 hierarchy', () => {
  test('a record may become top-level or move to another branch', () => {
    expect(place('berlin', null)).toEqual({ ok: true, value: null });
    expect(place('berlin', 'us')).toEqual({ ok: true, value: 'us' });
    expect(place(null, 'berlin')).toEqual({ ok: true, value: 'berlin' });
  });

  test('a record cannot be its own parent, whatever the case of the id', () => {
    expect(place('europe', 'europe')).toMatchObject({
      refusal: { code: 'SELF_PARENT', data: { id: 'europe' } },
    });
    expect(checkParent({ noun, id: 'ab' }, 'AB', [])).toMatchObject({ refusal: { code: 'SELF_PARENT' } });
  });

  test('an unknown parent is refused', () => {
    expect(place('berlin', 'mars')).toMatchObject({
      refusal: { code: 'PARENT_NOT_FOUND', data: { noun, parentId: 'mars' } },
    });
  });

  test.each(['europe', 'berlin'])('a cycle through %s is refused', (parentId) => {
    expect(place('top', parentId)).toMatchObject({
      refusal: { code: 'CYCLE', data: { id: 'top', parentId } },
    });
  });

  test('a record with children cannot be deleted', () => {
    expect(checkChildless({ noun, id: 'top' }, 0).ok).toBe(true);
    expect(checkChildless({ noun, id: 'top' }, 1)).toMatchObject({
      refusal: { code: 'HAS_CHILDREN', data: { noun, id: 'top', children: 1 } },
    });
    expect(checkChildless({ noun, id: 'top' }, 2)).toMatchObject({
      refusal: { code: 'HAS_CHILDREN', data: { noun, id: 'top', children: 2 } },
    });
  });

  test('a cycle already in the data ends the search for ancestors', () => {
    const circle = new Map([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
    ]);
    expect(ancestorsOf('a', circle)).toEqual(['b', 'c']);
  });
});

test('law: accepted moves never create a cycle', () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(moves, (drawn) => {
      const parents = new Map<string, string | null>(
        Array.from({ length: 8 }, (_, id) => [String(id), null]),
      );
      for (const [child, parent] of drawn) {
        const granted = checkParent(
          { noun, id: String(child) },
          String(parent),
          ancestorsOf(String(parent), parents),
        );
        if (granted.ok) parents.set(String(child), String(parent));
      }
      for (const id of parents.keys()) {
        // Eight steps up from any record must have passed the top.
        let at: string | null = id;
        for (let step = 0; step < 8 && at !== null; step += 1) at = parents.get(at) ?? null;
        expect(at).toBeNull();
      }
    }),
  );
});
