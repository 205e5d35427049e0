import { expect, it } from 'vitest';
import { withArticle } from './nouns';

it('a noun has the article that it is spoken with', () => {
  expect(
    ['account', 'employee', 'invoice', 'organization', 'unit of measure', 'customer'].map(withArticle),
  ).toEqual([
    'an account',
    'an employee',
    'an invoice',
    'an organization',
    'a unit of measure',
    'a customer',
  ]);
});
