import { withOwner } from '@/testing/owner';
import { FOUNDED } from './fill';

/** The word in the ids of each table's records. */
const CROWDED = {
  customers: 'customer',
  vendors: 'vendor',
  departments: 'department',
  locations: 'location',
  classes: 'class',
  items: 'item',
  companies: 'company',
  projects: 'project',
  budgets: 'budget',
  budget_views: 'budget view',
  commitments: 'commitment',
  prime_contracts: 'prime contract',
  price_lists: 'price list',
  leads: 'lead',
  subscriptions: 'subscription',
  order_sources: 'order source',
};

/** By table the record that a third of the documents, lines or records are of; and of the branch, which has few. */
export const crowdByTable = (): Promise<Map<string, string>> =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ name: string; id: string }>(
      `select name, growth.id($1, 0, word) as id from unnest($2::text[], $3::text[]) as t (name, word)
       union all select 'branches', (select id from subsidiaries where code = 'BRANCH')`,
      [FOUNDED, Object.keys(CROWDED), Object.values(CROWDED)],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  });
