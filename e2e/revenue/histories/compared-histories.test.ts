import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { previewModification } from '@/usecases/revenue/contracts/modifications/preview-modification';
import { type Books, openBooks } from '../books';
import { type Agreed, accepted, agreed, MONTHS, spend, tell } from './drawn-agreements';

afterAll(closeConnections);

/** How many contracts of one organization are compared, changed and run together, and how many rounds. */
const CONTRACTS = 12;
const ROUNDS = Math.max(1, Math.round(Number(process.env.DAYBOOK_HISTORIES ?? 100) / 100));
const AMPLE = 600_000 + ROUNDS * 120_000;

async function closeThrough(books: Books, month: string): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and to_char(end_date, 'YYYY-MM') <= $2`,
      [books.org.organizationId, month],
    ),
  );
}

/** The figures of a contract’s page, as `afterRun` has them. */
function pageOf({ contract, balances, losses, costs, obligations }: ContractView) {
  const total = (amounts: readonly string[]) =>
    (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2);
  return {
    ...balances,
    transactionPrice: contract.transactionPrice,
    provision: total(losses.map(({ posted }) => posted)),
    costs: total(costs.map(({ carrying }) => carrying)),
    obligations: obligations.map(({ key, allocated, recognised, remaining }) => {
      return { key, allocated, recognised, remaining };
    }),
  };
}

const counted = { compared: 0, contradicted: 0 };

describe('random changes of contracts in every state', () => {
  it(
    'have, once applied and run, the figures that were compared: unbilled, billed, canceled, paid ahead, financed, on hold, at a loss',
    async () => {
      const rounds = fc.record({
        contracts: fc.array(agreed, { minLength: CONTRACTS, maxLength: CONTRACTS }),
        // How many months were run when the changes are compared, and how many were closed.
        run: fc.integer({ min: 0, max: 3 }),
        closed: fc.integer({ min: 0, max: 2 }),
      });
      await fc.assert(
        fc.asyncProperty(rounds, async ({ contracts, run, closed }) => {
          const books = await openBooks();
          const ids: string[] = [];
          for (const { draft, facts, cost } of contracts) {
            const { id } = (await books.contract(draft)).contract;
            await tell(books, id, facts);
            if (cost !== null) await spend(books, id, cost);
            ids.push(id);
          }
          for (const month of MONTHS.slice(0, run)) await books.run(month);
          const lastClosed = MONTHS[Math.min(closed, run) - 1];
          if (lastClosed !== undefined) await closeThrough(books, lastClosed);
          const applied: { id: string; period: string; shown: object; of: Agreed }[] = [];
          for (const [index, one] of contracts.entries()) {
            const id = ids[index] ?? '';
            await tell(books, id, one.late);
            const call = books.org.callAs('viewer');
            const compared = await accepted(() =>
              runForOutput(previewModification, call, { id, ...one.change }),
            );
            const outcome = compared?.outcomes[one.treatment];
            if (outcome === undefined || !outcome.applicable) continue;
            const done = await accepted(() =>
              books.modify(id, {
                ...one.change,
                treatment: one.treatment,
                confirm: ['CUT_BELOW_EARNED'],
                reason: 'As agreed with the customer',
              }),
            );
            if (outcome.afterRun === null) {
              // A change that contradicts facts of later days is refused when it is applied.
              expect(done).toBeNull();
              counted.contradicted += 1;
            }
            if (done === null || outcome.afterRun === null) continue;
            const { period, ...shown } = outcome.afterRun;
            applied.push({ id, period, shown, of: one });
            counted.compared += 1;
          }
          for (const month of MONTHS) {
            if (!applied.some(({ period }) => period === month)) continue;
            await books.run(month);
            for (const { id, shown, of } of applied.filter(({ period }) => period === month)) {
              expect(pageOf(await books.read(id)), JSON.stringify({ run, closed, ...of })).toEqual(shown);
            }
          }
          await books.tiesOut();
        }),
        // One round tries many contracts; shrinking it would show no more than the contract that differs.
        { numRuns: ROUNDS, endOnFailure: true },
      );
      expect(counted.compared).toBeGreaterThan(ROUNDS * 4);
    },
    AMPLE,
  );
});
