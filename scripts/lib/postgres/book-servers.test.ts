import { describe, expect, it } from 'vitest';
import { bookServersOf, prepareBooks, readsOf } from './book-servers.mjs';

describe('DAYBOOK_BOOKS', () => {
  it('is a list of names and URLs; unset it is empty', () => {
    expect(bookServersOf({})).toEqual([]);
    expect(
      bookServersOf({ DAYBOOK_BOOKS: 'east=postgresql://o@one/books,west_2=postgresql://o@two/books' }),
    ).toEqual([
      { name: 'east', url: 'postgresql://o@one/books' },
      { name: 'west_2', url: 'postgresql://o@two/books' },
    ]);
  });

  it.each([
    ['postgresql://o:secret@one/books', /is not name=url/],
    ['east=mysql://one/books', /postgresql:/],
    ['main=postgresql://one/books', /main/],
    ['east=postgresql://one/a,east=postgresql://two/b', /twice/],
  ])('%s is refused in a sentence', (DAYBOOK_BOOKS, sentence) => {
    expect(() => bookServersOf({ DAYBOOK_BOOKS })).toThrow(sentence);
    expect(() => bookServersOf({ DAYBOOK_BOOKS })).not.toThrow(/secret/);
  });

  it('with a server that is down still gives the application a name for it, with an address that does not exist', async () => {
    const away: string[] = [];
    const prepared = await prepareBooks(
      { DAYBOOK_BOOKS: 'far_away=postgresql://o:secret@127.0.0.1:1/books' },
      (name: string) => away.push(name),
    );
    expect(away).toEqual(['far_away']);
    expect(prepared).toMatch(/^far_away=postgresql:\/\/[a-z.-]+\.invalid\//);
    expect(prepared).not.toContain('secret');
  });
});

describe('DAYBOOK_READ_URL and DAYBOOK_READ_<NAME>', () => {
  const app = 'postgresql://books_server:p%40ss@one:5432/books';
  const books = 'east=postgresql://far_server:other@two:5433/far';

  it('name replicas, to which the application logs in with the role of their server', () => {
    const env = {
      DAYBOOK_READ_URL: 'postgresql://owner:secret@three:5434/books',
      DAYBOOK_READ_EAST: 'postgresql://four/far',
    };
    expect(readsOf(env, app, books)).toBe(
      'main=postgresql://books_server:p%40ss@three:5434/books,east=postgresql://far_server:other@four/far',
    );
    expect(readsOf({}, app, '')).toBe('');
  });

  it('of a server that does not exist is refused', () => {
    expect(() => readsOf({ DAYBOOK_READ_WEST: 'postgresql://four/far' }, app, books)).toThrow(
      /no server west/,
    );
  });
});
