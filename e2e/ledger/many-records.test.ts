import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { searchEverything } from '@/usecases/directory/search-records';
import type { UseCase } from '@/usecases/kit/define';
import { run } from '@/usecases/kit/run';
import { listProspects } from '@/usecases/prospects/list-prospects';
import { countRecords } from '../../bench/growth/count-records';
import { fillRecords, prepareNotes } from '../../bench/growth/fill';
import { type Size, sizeOf, TODAY } from '../../bench/growth/sizes';
import { costOf, type Verb } from '../support/statement-costs';
import { vacuumed } from '../support/vacuumed';

/** A database of its own, as growth.test.ts explains. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

const COUNTS = { few: 600, many: 6_000 } as const;
type Name = keyof typeof COUNTS;
/** What the keys of ten times the customers take in an index, to count them, or ten times the prospects themselves: once, not twice. */
const MAY_ADD = 115;
const LARGE = ['customers', 'prospects', 'vendors'];

const books = {} as Record<Name, TestOrganization>;

beforeAll(async () => {
  await prepareNotes();
  for (const [name, customers] of Object.entries(COUNTS) as [Name, number][]) {
    const org = await foundTestOrganization({ name, today: TODAY });
    const size: Size = { ...sizeOf('1k'), customers, vendors: customers };
    await fillRecords(org, size);
    await countRecords(org);
    books[name] = org;
  }
  await vacuumed(LARGE);
}, 120_000);
afterAll(() => database.leave());

const column = { limit: 30, sortField: 'estimatedRevenue', sortOrder: 'desc' } as const;

describe('with ten times the customers, vendors and prospects', () => {
  test.each([
    ['the first page of customers', customerVerbs.page, () => ({})],
    ['the last page of customers', customerVerbs.page, (name: Name) => ({ page: COUNTS[name] / 50 })],
    ['a search for a few customers', customerVerbs.page, () => ({ search: 'Granite Foods 32' })],
    ['a search for what no customer has', customerVerbs.page, () => ({ search: 'zebra crossing' })],
    ['a column of the board', listProspects, () => ({ ...column, status: 'researching' })],
    ['an empty column of the board', listProspects, () => ({ ...column, status: 'qualified' })],
    ['the palette', searchEverything, () => ({ query: 'Supplies 321' })],
    ['the palette for what no record has', searchEverything, () => ({ query: 'zebra crossing' })],
    ['a search for a prospect', listProspects, () => ({ search: 'Prospect 321' })],
  ] as const)(
    '%s: of the records no more is read from end to end than counts them',
    async (_, useCase, inputOf) => {
      const verb: Verb = (call, input) => run(useCase as UseCase<unknown, unknown>, call, input);
      const of = (name: Name) => costOf(books[name], verb, inputOf(name), LARGE);
      const [few, many] = [await of('few'), await of('many')];
      expect(many.scanned).not.toContain('customers');
      expect(many.scanned).not.toContain('vendors');
      expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
    },
  );
});
