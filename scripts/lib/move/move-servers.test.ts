import { describe, expect, test } from 'vitest';
import { namedServers, urlOf } from './move-servers.mjs';

const MAIN = 'postgresql://daybook:secret@one:5432/daybook';
const NORTH = 'postgresql://daybook:secret@two:5432/daybook';

describe('the servers between which organizations move', () => {
  test('are main alone when DAYBOOK_BOOKS names none', () => {
    expect([...namedServers(MAIN, {})]).toEqual([['main', MAIN]]);
  });

  test('are main and those of DAYBOOK_BOOKS', () => {
    expect([...namedServers(MAIN, { DAYBOOK_BOOKS: `north=${NORTH}` })]).toEqual([
      ['main', MAIN],
      ['north', NORTH],
    ]);
  });

  test('are named, without their passwords, in the refusal of one that does not exist', () => {
    expect(() => urlOf(namedServers(MAIN, { DAYBOOK_BOOKS: `north=${NORTH}` }), 'east')).toThrow(
      'There is no server east; there are main, north (DAYBOOK_BOOKS).',
    );
  });
});
