/**
 * A noun with the article it takes in a sentence: *an account*, *a unit of measure*. Nouns of records are meant, of which only those in
 * u- (unit, user) sound otherwise than they are written.
 */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
