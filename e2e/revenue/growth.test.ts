import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LONG_AT_ONCE } from '@/db/record-stream';
import { entryLinesOfEvent } from '@/db/revenue/contracts/event-postings';
import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { mostRowsAtOnce } from '@/testing/statements';
import { cursorOf } from '@/usecases/kit/cursor';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { aging } from '@/usecases/reports/show-aging';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { listEstimates } from '@/usecases/revenue/reports/list-estimates';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { contractBalancesReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { changedReport } from '@/usecases/revenue/reports/report-changed';
import { customersReport } from '@/usecases/revenue/reports/report-customers';
import {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { contractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { streamJudgements } from '@/usecases/revenue/reports/stream-judgements';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { listRunContracts } from '@/usecases/revenue/runs/list-run-contracts';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { addToDaySums } from '@/usecases/upkeep/add-to-day-sums';
import { fillObligations } from '../../bench/support/obligations';
import { costOf } from '../support/statement-costs';
import { vacuumed } from '../support/vacuumed';
import { wholeOf } from './facts/whole-judgments';

/** A separate database, for the reason e2e/ledger/growth.test.ts gives. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

const SIZES = { few: 300, many: 3_000 } as const;
/**
 * The tables that grow with the contracts; none of them is scanned in full. (The accounts of obligations are, from an index of a few pages
 * once there are many.)
 */
const LARGE = [
  'revenue_bookings',
  'revenue_contracts',
  'revenue_events',
  'revenue_movements',
  'revenue_positions',
  'revenue_rows',
];
type Name = keyof typeof SIZES;
const books = {} as Record<
  Name,
  { readonly org: TestOrganization; readonly runId: string; readonly periodId: string }
>;

beforeAll(async () => {
  for (const [name, contracts] of Object.entries(SIZES) as [Name, number][]) {
    const org = await foundTestOrganization({ name, today: '2026-11-20' });
    await fillObligations(org, contracts, 12);
    let runId = '';
    for (const period of ['2026-01', '2026-02']) {
      runId = (await runForOutput(createRun, org.callAs('controller'), { period })).id;
      await runForOutput(postRun, org.callAs('controller'), { id: runId });
    }
    // What the server that wrote would do within seconds.
    while (await addToDaySums(org.principals.admin));
    const periods = await runForOutput(listPeriods, org.callAs('controller'), {});
    books[name] = { org, runId, periodId: periods.find(({ label }) => label === '2026-02')?.id ?? '' };
  }
  await vacuumed(LARGE);
}, 300_000);
afterAll(() => database.leave());

/** Every contract was billed and paid six times in January, according to its movements; it owes nothing, as before. */
async function billAndPay(org: TestOrganization): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `insert into revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, entry_id,
         receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base, refund, refund_base, revenue,
         revenue_base, exchange_base)
       select $1::uuid, daybook_uuid_v7(), p.contract_id, p.subsidiary_id, p.currency_code, x.kind, 7, '2026-01-20', '2026-01',
         (select e.id from ledger_entries e where e.organization_id = $1::uuid limit 1), x.sign * 7, x.sign * 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
       from revenue_positions p cross join generate_series(1, 6) n cross join (values ('INVOICE', 1), ('PAYMENT', -1)) x(kind, sign)
       where p.organization_id = $1::uuid`,
      [org.organizationId],
    ),
  );
}

const pagesOf = (name: Name, verb: (call: Call) => Promise<unknown>) =>
  costOf(books[name].org, (call) => verb(call), {}, LARGE);

describe('with ten times the contracts', () => {
  test.each([
    ['what changed since the close', changedReport, { asOf: '2026-10' }, 150],
    ['what changed, by what took effect by a day', changedReport, { effectiveAsOf: '2026-06-15' }, 150],
    ['what changed, as known at a moment', changedReport, { knownAsOf: '2026-01-01T12:00:00Z' }, 300],
    ['the roll-forward', rollforwardReport, { asOf: '2026-10' }, 50],
    // A row of the sums for each contract and year.
    ['revenue by customer', customersReport, { from: '2026-01', to: '2026-12' }, 300],
    ['the contract balances', contractBalancesReport, { asOf: '2026-10', limit: 20 }, 50],
    [
      'the contract balances of a month',
      contractBalancesReport,
      { from: '2026-02', to: '2026-02', limit: 20 },
      50,
    ],
    [
      'the contract balances of a currency that no contract is in',
      contractBalancesReport,
      { currencyCode: 'EUR' },
      50,
    ],
    ['the waterfall', waterfallReport, { from: '2026-01', to: '2026-12' }, 50],
    ['the forecast', forecastReport, { from: '2026-01', to: '2026-12' }, 50],
    ['remaining obligations', rpoReport, { asOf: '2026-10' }, 50],
    ...(['timing', 'account', 'subsidiary', 'nature', 'class', 'department', 'location'] as const).map(
      (by) => [`revenue by ${by}`, disaggregationReport, { from: '2026-01', to: '2026-12', by }, 50] as const,
    ),
    // No judgments were recorded, so the next two thousand contracts are searched.
    ['judgments', listJudgements, { limit: 20 }, 13_000],
    ['a page of contracts far back', listContracts, { page: 14 }, 60],
    ['contracts of some days', listContracts, { dateFrom: '2000-01-01', dateTo: '2026-12-31' }, 20],
    ['contracts searched by number', listContracts, { search: 'BENCH-77' }, 150],
    ['contracts searched for what is not there', listContracts, { search: 'zebra crossing' }, 50],
  ] as const)(
    '%s: no large table is scanned in full, and as many pages are touched as before',
    async (_, verb, input, mayAdd) => {
      const ask = (call: Call) => run(verb as UseCase<unknown, unknown>, call, input);
      const [few, many] = [await pagesOf('few', ask), await pagesOf('many', ask)];
      expect(many.scanned).toEqual([]);
      expect(many.pages).toBeLessThan(few.pages + mayAdd);
    },
  );

  test('what was posted for a fact is found by the fact', async () => {
    const ask = (name: Name) =>
      pagesOf(name, (call) =>
        withTenantSql({ organizationId: call.principal.organizationId, userId: null }, (tenant) =>
          entryLinesOfEvent(tenant, books[name].org.ids.customer),
        ),
      );
    const [few, many] = [await ask('few'), await ask('many')];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 10);
  });

  test('the contracts of a customer who has all of them: a page reads the rows it shows, and counts in an index', async () => {
    const ask = (name: Name) =>
      pagesOf(name, (call) =>
        run(listContracts, call, { customerId: books[name].org.ids.customer, page: 3 }),
      );
    const [few, many] = [await ask('few'), await ask('many')];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 60);
  });

  test.each([
    ['the reconciliation of revenue', verifyRevenue, () => ({}), 60],
    ['the control accounts of revenue on a day', tieOutControls, () => ({ asOf: '2026-02-15' }), 60],
    ['what blocks a close', periodBlockers, (name: Name) => ({ id: books[name].periodId }), 200],
    ['estimates that are due', listEstimates, () => ({}), 60],
  ] as const)(
    '%s: no large table is scanned in full, and as many pages are touched as before',
    async (_, verb, inputOf, mayAdd) => {
      const ask = (name: Name) => (call: Call) => run(verb as UseCase<unknown, unknown>, call, inputOf(name));
      const [few, many] = [await pagesOf('few', ask('few')), await pagesOf('many', ask('many'))];
      expect(many.scanned).toEqual([]);
      expect(many.pages).toBeLessThan(few.pages + mayAdd);
    },
  );

  test('a reconciliation after a fact about one contract reads only the rows of that contract', async () => {
    const { org } = books.many;
    const ask = (call: Call) => run(verifyRevenue, call, {});
    const before = await pagesOf('many', ask);
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `update revenue_positions set pending = pending where contract_id = (select id from revenue_contracts where contract_number = 'BENCH-7')`,
      ),
    );
    expect(await runForOutput(verifyRevenue, org.callAs('auditor'), {})).toMatchObject({
      holds: true,
      contractsRead: 1,
    });
    const after = await pagesOf('many', ask);
    expect(after.scanned).toEqual([]);
    expect(after.pages).toBeLessThan(before.pages + 150);
    await addToDaySums(org.principals.admin);
    expect((await runForOutput(verifyRevenue, org.callAs('auditor'), {})).contractsRead).toBe(0);
  });

  test('a page of the contracts of a run reads what the run posted of these contracts only', async () => {
    const ask = (name: Name) => (call: Call) =>
      run(listRunContracts, call, { id: books[name].runId, page: 2, limit: 20 });
    const [few, many] = [await pagesOf('few', ask('few')), await pagesOf('many', ask('many'))];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 300);
    const { rows, total } = await runForOutput(listRunContracts, books.many.org.callAs('auditor'), {
      id: books.many.runId,
      page: 2,
      limit: 20,
    });
    expect(total).toBe(SIZES.many);
    expect(rows.map(({ contractNumber }) => contractNumber)).toEqual(
      Array.from({ length: SIZES.many }, (_, n) => `BENCH-${n + 1}`)
        .sort()
        .slice(20, 40),
    );
    expect(new Set(rows.map(({ amount, isReversed }) => `${amount} ${isReversed}`))).toEqual(
      new Set(['100.00 false']),
    );
  });
});

/** A row of each contract was booked and posted a month after the one it belongs to, two years ago. */
async function moveLongAgo(org: TestOrganization): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `insert into revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, posted_period,
         start_date, end_date, source, event_id, cause_id, catch_up, late, effective_on)
       select $1::uuid, p.contract_id, 1000 + n, p.subsidiary_id, 'term', 0, '2024-02', '2024-01', '2024-02', '2024-01-01', '2024-01-28', 'SCHEDULE',
         p.contract_id, p.contract_id, true, false, '2024-01-01'
       from revenue_positions p cross join generate_series(1, 4) n where p.organization_id = $1::uuid`,
      [org.organizationId],
    ),
  );
}

describe('with ten times the contracts, each with revenue that moved between months two years ago', () => {
  beforeAll(async () => {
    for (const { org } of Object.values(books)) await moveLongAgo(org);
    await vacuumed(LARGE);
  });

  test('what changed since the close reads the rows that moved from or into its periods, and none of two years ago', async () => {
    const ask = (call: Call) => run(changedReport, call, { from: '2026-01', asOf: '2026-10' });
    const [few, many] = [await pagesOf('few', ask), await pagesOf('many', ask)];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 60);
  });
});

describe('with ten times the contracts, each billed and paid six times', () => {
  beforeAll(async () => {
    for (const { org } of Object.values(books)) await billAndPay(org);
    await vacuumed(LARGE);
  });

  test.each(['2026-11-20', '2026-02-10'])(
    'the aging on %s does not read contracts that were billed and paid by then, however many and however often',
    async (asOf) => {
      const ask = (call: Call) => run(aging, call, { side: 'RECEIVABLE', asOf });
      const [few, many] = [await pagesOf('few', ask), await pagesOf('many', ask)];
      expect(many.scanned).toEqual([]);
      expect(many.pages).toBeLessThan(few.pages + 60);
    },
  );
});

const COSTS = { few: 200, many: 20_000 } as const;

/** A contract has costs, one recorded a second, and a fact for each of them: every second one waits for evidence. */
async function recordCosts({ org }: (typeof books)[Name], count: number): Promise<string> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ contract: string }>(
      tenant,
      `insert into contract_costs (organization_id, id, contract_id, cost_kind, subsidiary_id, currency_code, amount, posting_date, facts, decision,
         why, start_date, months, asset_account_id, expense_account_id, impair_account_id, offset_account_id, created_at)
       select $1::uuid, gen_random_uuid(), c.id, 'OBTAIN', c.subsidiary_id, 'USD', 60, '2026-01-01',
         case n % 2 when 0 then '{}' else '{"evidence": "the commission plan"}' end::jsonb, 'EXPENSED', 'Short', '2026-01-01', 6,
         $2::uuid, $2::uuid, $2::uuid, $2::uuid, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 s'
       from revenue_contracts c cross join generate_series(1, $3::int) n
       where c.organization_id = $1::uuid and c.contract_number = 'BENCH-7'
       returning contract_id as contract`,
      [org.organizationId, org.account('6100'), count],
    ),
  );
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `insert into revenue_events (organization_id, contract_id, seq, id, kind, effective_date, body, recorded_by)
       select c.organization_id, c.contract_id, 1000 + row_number() over (order by c.id), gen_random_uuid(), 'cost', '2026-01-01',
         jsonb_build_object('key', c.id), $3::uuid
       from contract_costs c where c.organization_id = $1::uuid and c.contract_id = $2::uuid`,
      [org.organizationId, row?.contract, org.principals.admin.actor.id],
    ),
  );
  return row?.contract ?? '';
}

describe('with a contract that has a hundred times the costs', () => {
  const contract = {} as Record<Name, string>;
  beforeAll(async () => {
    for (const [name, count] of Object.entries(COSTS) as [Name, number][]) {
      contract[name] = await recordCosts(books[name], count);
    }
    await vacuumed(['contract_costs', 'revenue_events']);
  });

  const middle = (name: Name) =>
    cursorOf([
      new Date(Date.UTC(2026, 0, 1) + (COSTS[name] / 2) * 1_000).toISOString(),
      '00000000-0000-0000-0000-000000000000',
    ]);

  test.each([
    ['the first page', () => ({})],
    ['a page in the middle', (name: Name) => ({ after: middle(name) })],
    ['a page of those without evidence', () => ({ state: 'OPEN' })],
    ['those on another topic', () => ({ topic: 'TRANSFER' })],
  ] as const)(
    'judgments about it, %s: reads the costs it shows, and does not count those without evidence',
    async (_, inputOf) => {
      const asked = (name: Name) => ({ id: contract[name], limit: 50, ...inputOf(name) });
      const ask = (name: Name) =>
        costOf(books[name].org, (call) => run(contractJudgements, call, asked(name)), {}, [
          ...LARGE,
          'contract_costs',
        ]);
      const page = (name: Name) =>
        runForOutput(contractJudgements, books[name].org.callAs('auditor'), asked(name));
      const [few, many] = [await ask('few'), await ask('many')];
      expect(many.scanned).toEqual([]);
      const [fewer, shown] = [await page('few'), await page('many')];
      const ofCosts = ({ rows }: typeof shown) => rows.filter(({ costId }) => costId !== null);
      // Of a cost that is shown, the fact that names it (daybook_cost_recorders).
      const more = ofCosts(shown).length - ofCosts(fewer).length;
      expect(many.pages).toBeLessThan(few.pages + 30 + 5 * more);
      expect(shown.open).toBeGreaterThanOrEqual(COSTS.many / 2);
      const recorder = books.many.org.principals.admin.actor.id;
      expect(ofCosts(shown).filter(({ by }) => by !== recorder)).toEqual([]);
    },
  );

  test('the control account of contract costs adds up those that are assets, and reads none of those that were expensed', async () => {
    const ask = (name: Name) =>
      costOf(books[name].org, (call) => run(tieOutControls, call, { control: 'CONTRACT_COST' }), {}, [
        'contract_costs',
      ]);
    const [few, many] = [await ask('few'), await ask('many')];
    expect(many.scanned).toEqual([]);
    expect(many.pages).toBeLessThan(few.pages + 30);
  });

  test('as a whole, and in a file, judgments about it have each of its costs once, in the order recorded', async () => {
    const call = books.many.org.callAs('auditor');
    const whole = await mostRowsAtOnce(() => wholeOf(call, { id: contract.many }));
    // However many there are, no more of them are in hand, or gone through before others get their turn.
    expect(whole.rows).toBeLessThanOrEqual(LONG_AT_ONCE);
    const longPage = await mostRowsAtOnce(() =>
      runForOutput(listJudgements, call, { contractId: contract.many, limit: 5_000 }),
    );
    expect(longPage.result.rows).toHaveLength(5_000);
    expect(longPage.rows).toBe(LONG_AT_ONCE);
    const { rows } = whole.result;
    const costs = rows.filter(({ costId }) => costId !== null);
    expect(new Set(costs.map(({ costId }) => costId)).size).toBe(COSTS.many);
    expect(costs.map(({ at }) => at)).toEqual(costs.map(({ at }) => at).sort());
    const ofFile: typeof rows = [];
    for await (const some of await stream(streamJudgements, call, { contractId: contract.many })) {
      ofFile.push(...some);
    }
    expect(ofFile).toEqual(rows);
  });
});
