import { describe, expect, it } from 'vitest';
import { withOwner } from '@/testing/owner';
import { KEPT_OTHERWISE, KEPT_TABLES, RECORDED_TABLES } from './kept-tables';
import { DOCUMENT_PLANTS } from './planted-documents';
import { SUBLEDGER_PLANTS } from './planted-subledgers';
import { SUM_PLANTS } from './planted-sums';

/** Pairs that disagree need two companies. */
const PLANTED_ELSEWHERE: Readonly<Record<string, string>> = {
  intercompany_open_pairs: 'e2e/ledger/groups/open-pairs.test.ts',
};

describe('the tables of an organization', () => {
  it('are each recorded, or follow from others and are named with the check that compares them: none is kept that no one verifies', async () => {
    const tables = await withOwner((client) =>
      client.query<{ name: string }>(
        `select c.relname as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
           select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped) order by 1`,
      ),
    );
    const known = [...Object.keys(KEPT_TABLES), ...Object.keys(KEPT_OTHERWISE), ...RECORDED_TABLES];
    expect(known.toSorted()).toEqual(tables.rows.map(({ name }) => name).toSorted());
  });

  it('that follow from others each have a planted wrong row that their check must name', () => {
    const planted = [...DOCUMENT_PLANTS, ...SUBLEDGER_PLANTS, ...SUM_PLANTS];
    const unproved = Object.entries(KEPT_TABLES).filter(
      ([table, check]) =>
        !(table in PLANTED_ELSEWHERE) &&
        !planted.some(([, tables, , named]) => named === check && tables.split(', ').includes(table)),
    );
    expect(unproved).toEqual([]);
  });
});
