import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from '@/core/ledger/verification';
import { closeConnections } from '@/db/client';
import { INTERCOMPANY_CHECK } from '@/db/reports/intercompany/pairs';
import { COUNT_CHECKS } from '@/db/reports/verification/verify-counts';
import { DOCUMENT_CHECKS } from '@/db/reports/verification/verify-documents';
import { LEDGER_CHECKS } from '@/db/reports/verification/verify-ledger';
import { REVENUE_CHECKS } from '@/db/reports/verification/verify-revenue';
import { copyBalances } from '@/db/revenue/balance-copies';
import { foldDays } from '@/db/stores/documents/day-sums';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { IS_LONG } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import type { Books } from '../../revenue/books';
import { check, claimOf } from '../../revenue/histories/checked/checked-books';
import { sumSome } from '../../revenue/reports/posted-books';
import { furnishedBooks, planted } from './planted-books';
import { DOCUMENT_PLANTS } from './planted-documents';
import { SUBLEDGER_PLANTS } from './planted-subledgers';
import { SUM_PLANTS } from './planted-sums';

const PLANTS = [...DOCUMENT_PLANTS, ...SUBLEDGER_PLANTS, ...SUM_PLANTS];
/** The statement of each check that has one of its own, as a verification runs it. */
const STATEMENTS: Readonly<Record<string, string>> = {
  ...LEDGER_CHECKS,
  ...DOCUMENT_CHECKS,
  ...REVENUE_CHECKS,
  ...COUNT_CHECKS,
  INTERCOMPANY: INTERCOMPANY_CHECK,
};
/**
 * Those for which the full verification is run, which is what this test costs: in an ordinary run the first of each check, which shows that the
 * verification reports what the check finds. For the others it is enough that the statement of the check finds them.
 */
const WHOLE = new Set(
  PLANTS.filter(
    ([, , , check], at) => IS_LONG || PLANTS.findIndex(([, , , named]) => named === check) === at,
  ),
);

afterAll(closeConnections);

let books: Books;
beforeAll(async () => {
  books = await furnishedBooks();
  // As a server does within seconds: what is kept of contracts is compared once it is there.
  await check(books);
  await sumSome({ claim: claimOf(books) }, 10_000);
  await foldDays(claimOf(books), 10_000);
  expect(await copyBalances(claimOf(books), { beforeRun: true, least: 0 })).toBe(true);
  await withTenantSql(claimOf(books), (tenant) =>
    sql(tenant, 'select daybook_count_counterparties(array[$1::uuid], 1)', [books.org.ids.customer]),
  );
});

const verify = () => runForOutput(verifyBooks, books.org.callAs('auditor'), {});
/** Where each of these breaks the check, by the statement of that check alone. */
const foundBy = (check: string) =>
  withTenantReport(claimOf(books), async (tenant) => {
    const rows = await sql<{ label: string }>(tenant, STATEMENTS[check] ?? '', [tenant.organizationId]);
    return rows.map(({ label }) => label);
  });

describe('verify', () => {
  it('passes books with everything in them', async () => {
    const { breaches, checks, isSound } = await verify();
    expect(breaches).toEqual([]);
    expect(isSound).toBe(true);
    expect(checks.map(({ check }) => check)).toEqual(CHECKS.map(({ check }) => check));
  });

  it.each(PLANTS)('finds and names %s', async (...plant) => {
    const [, tables, statement, named] = plant;
    const plantIn = <Answer>(ask: () => Promise<Answer>) =>
      planted(books.org.organizationId, tables.split(', '), statement, ask);
    if (!WHOLE.has(plant) && named in STATEMENTS) {
      const { answer: labels, changed } = await plantIn(() => foundBy(named));
      if (/\w/.test(labels.join(' '))) return expect(changed).toBeGreaterThan(0);
      // Some checks are made of more than their statement.
    }
    const { answer, changed } = await plantIn(verify);
    expect(answer.isSound).toBe(false);
    const found = answer.checks.find((one) => one.check === named);
    expect(answer.breaches.map((breach) => breach.check)).toContain(named);
    expect(found?.breaches.join(' ')).toMatch(/\w/);
    expect(changed).toBeGreaterThan(0);
  });

  it('finds each check at least one planted disagreement, and passes again when all are removed', async () => {
    const tried = new Set(PLANTS.map(([, , , check]) => check));
    // Heads kept elsewhere are e2e/hostile/evidence.test.ts; pairs that disagree e2e/ledger/groups/intercompany-pairs.test.ts.
    const elsewhere = ['KEPT_HEAD'];
    expect(CHECKS.map(({ check }) => check).filter((check) => !tried.has(check))).toEqual(elsewhere);
    expect(PLANTS.length).toBeGreaterThanOrEqual(30);
    expect((await verify()).breaches).toEqual([]);
  });
});
