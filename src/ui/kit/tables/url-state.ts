import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server';

/** Text in the URL; absent is the empty string. */
export const text = parseAsString.withDefault('');

/** A page number in the URL; absent is the first. */
export const pageNumber = parseAsInteger.withDefault(1);

/** One of a few words in the URL; absent is the first of them. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return parseAsStringLiteral(words).withDefault(words[0] as NoInfer<Word>);
}

/** Rows of a page in every list. */
export const PAGE_SIZE = 50;
