import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { type Books, openBooks } from '../books';
import { claimOf, contractOf } from './checked/checked-books';

// Proves the law revenue/contract-sums of prisma/sql: each equation of a contract separately.

afterAll(closeConnections);

class TakenBack extends Error {}

describe('a contract', () => {
  let books: Books;
  let id: string;
  beforeAll(async () => {
    books = await openBooks('2026-06-30');
    id = await contractOf(books);
    await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId: id,
      kind: 'OBTAIN',
      amount: '240',
      incurredOn: '2026-01-05',
      contractMonths: 24,
    });
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '600' });
    await books.run('2026-01');
  });

  const sumsIn = async (tenant: Tenant) => {
    const [row] = await sql<{ agrees: boolean; cost: string }>(
      tenant,
      `select bool_and(o_agrees) as agrees, trim_scale(sum(o_cost))::text as cost from daybook_contract_sums(array[$1::uuid])`,
      [id],
    );
    return row;
  };
  /** The sums of the contract after a statement, which is then rolled back. */
  async function undone(statement: string | null) {
    let answer: Awaited<ReturnType<typeof sumsIn>>;
    await withTenantSql(claimOf(books), async (tenant) => {
      if (statement !== null) await sql(tenant, statement, [id]);
      answer = await sumsIn(tenant);
      throw new TakenBack();
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
    return answer;
  }
  /** A movement that adds to one figure only. */
  const movement = (figure: string) =>
    `insert into revenue_movements select (jsonb_populate_record(m, jsonb_build_object('id', '${newId()}', 'deferred', 0, 'contract_asset', 0,
       'revenue', 0, 'refund', 0, 'receivable', 0) || jsonb_build_object('${figure}', 5))).* from revenue_movements m where m.contract_id = $1::uuid limit 1`;

  it('agrees with its own rows as long as no one changes them', async () => {
    expect((await undone(null))?.agrees).toBe(true);
  });

  it.each([
    [
      'a price that is not what is allocated',
      'update revenue_contracts set transaction_price = transaction_price + 1 where id = $1::uuid',
    ],
    [
      'a booking too many',
      `insert into revenue_bookings select (jsonb_populate_record(b, jsonb_build_object('seq', 999, 'amount', 5))).*
       from revenue_bookings b where b.contract_id = $1::uuid limit 1`,
    ],
    [
      'a row posted past its position',
      `update revenue_rows r set run_id = (select n.id from revenue_runs n limit 1), entry_id = (select m.entry_id from revenue_movements m
         where m.contract_id = $1::uuid limit 1), posted_period = r.period, posted_at = now()
       where r.contract_id = $1::uuid and r.run_id is null and r.period = '2026-02'`,
    ],
    ['a movement of revenue', movement('revenue')],
    ['a movement of deferred revenue', movement('deferred')],
    ['a movement of the refund liability', movement('refund')],
    ['a movement of the receivable', movement('receivable')],
  ])('does not agree after %s alone', async (_what, statement) => {
    expect((await undone(statement))?.agrees).toBe(false);
  });

  it('keeps nothing of a voided cost except what was already amortized and reversed', async () => {
    const amortised = 'update contract_costs set amortised = 0, voided = true where contract_id = $1::uuid';
    expect((await undone(null))?.cost).not.toBe('0');
    expect((await undone(amortised))?.cost).toBe('0');
  });
});
