import { describe, expect, it } from 'vitest';
import { readNamedUrls } from './named-urls';

describe('a list of named URLs', () => {
  it('is read in its order, and a comma inside a URL does not end it', () => {
    expect([
      ...readNamedUrls('east=postgresql://a:p,w@one:5432/books,west=postgresql://two/books?options=-c'),
    ]).toEqual([
      ['east', 'postgresql://a:p,w@one:5432/books'],
      ['west', 'postgresql://two/books?options=-c'],
    ]);
    expect(readNamedUrls('').size).toBe(0);
  });

  it('is refused where a name is missing, malformed or used twice, without showing a password', () => {
    expect(() => readNamedUrls('postgresql://u:secret@one/books')).toThrow(/is not name=url/);
    expect(() => readNamedUrls('postgresql://u:secret@one/books')).not.toThrow(/secret/);
    expect(() => readNamedUrls('East=postgresql://one/books')).toThrow(/is not name=url/);
    expect(() => readNamedUrls('east=nowhere')).toThrow(/is not name=url/);
    expect(() => readNamedUrls('east=postgresql://one/a,east=postgresql://two/b')).toThrow(/named twice/);
  });
});
