import { describe, expect, test } from 'vitest';
import { namedServers, urlOf } from './move-servers.mjs';

const MAIN = 'postgresql://daybook:secret@one:5432/daybook';

describe('the servers of books', () => {
  test('are main alone when DAYBOOK_BOOKS names none', () => {
    expect([...namedServers(MAIN, undefined)]).toEqual([['main', MAIN]]);
    expect([...namedServers(MAIN, ' ')]).toEqual([['main', MAIN]]);
  });

  test('are main and those of DAYBOOK_BOOKS, whose URLs may have commas and equals signs', () => {
    const north = 'postgresql://daybook:a,b=c@two:5432/daybook?options=-c%20jit=off,x';
    const south = 'postgres://daybook@three/daybook';
    expect([...namedServers(MAIN, `north=${north},south=${south}`)]).toEqual([
      ['main', MAIN],
      ['north', north],
      ['south', south],
    ]);
  });

  test.each([
    ['a name with capitals', 'North=postgresql://one/books', /looks like name=/],
    ['another kind of URL', 'north=mysql://one/books', /looks like name=/],
    ['a second main', 'main=postgresql://two/books', /two servers called main/],
    ['a name twice', 'north=postgresql://two/a,north=postgresql://two/b', /two servers called north/],
  ])('with %s are refused', (_what, books, words) => {
    expect(() => namedServers(MAIN, books)).toThrow(words);
  });

  test('are named in the refusal of one that does not exist', () => {
    expect(() => urlOf(namedServers(MAIN, 'north=postgresql://two/books'), 'east')).toThrow(
      'There is no server east; there are main, north (DAYBOOK_BOOKS).',
    );
  });
});
