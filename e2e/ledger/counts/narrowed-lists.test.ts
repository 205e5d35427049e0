import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { listExchangeRates } from '@/usecases/fx/exchange-rates';
import { listAllImports } from '@/usecases/imports/list-imports';
import { listAllJobs } from '@/usecases/jobs/list-jobs';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { listPrices } from '@/usecases/price-lists/prices';
import { listSnapshots } from '@/usecases/projects/budget-snapshot-records';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { listCosts } from '@/usecases/revenue/contracts/costs/cost-records';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { recurringRevenueReport } from '@/usecases/revenue/reports/report-balances';
import { listSecurityEvents } from '@/usecases/security/list-security-events';
import { costOf, type Verb } from '../../support/statement-costs';
import { vacuumed } from '../../support/vacuumed';

/** A separate database, as for the growth of ledgers: the number of pages a statement touches depends on what others leave. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Of each kind of record, ten times as many. */
const SIZES = { few: 500, many: 5_000 } as const;
/** Pages of 8 kB that ten times as many records may add; reading all of them once would take more. */
const MAY_ADD = 25;

const books = {} as Record<keyof typeof SIZES, TestOrganization>;

/** Rows of a table: n goes from 1 to their number, $org, $sub, $account and $person stand for ids. */
const ROWS = {
  revenue_contracts: [
    'contract_number, name, subsidiary_id, currency_code, contract_date, contract_status',
    `'K' || n, 'Contract of ' || n, $sub, 'USD', '2026-01-01'::date - n % 700, case n when 7 then 'DRAFT' else 'ACTIVE' end`,
  ],
  revenue_approvals: [
    'subsidiary_id, verb, input, base_currency_code, base_amount, approval_status, requested_at, decided_at',
    `$sub, 'revenue.reclassifications.create', jsonb_build_object('n', repeat(md5(n::text), 9)), 'USD', 1, case n when 7 then 'PENDING' else 'APPROVED' end,
     now() - n * interval '1 hour', case n when 7 then null else now() - n * interval '1 minute' end`,
  ],
  contract_costs: [
    'contract_id, cost_kind, subsidiary_id, currency_code, amount, posting_date, facts, decision, why, start_date, months, asset_account_id, expense_account_id, impair_account_id, offset_account_id',
    `(select id from revenue_contracts c where c.organization_id = $org and c.contract_number = 'K' || n), 'OBTAIN', $sub, 'USD', 1, '2026-01-01'::date - n % 700, '{}',
     'EXPENSED', 'Small', '2026-01-01', 1, $account, $account, $account, $account`,
  ],
  items: ['code, name', `'C' || n, 'Item ' || md5(n::text)`],
  price_lists: ['code, name, currency_code', `'L' || n, 'List ' || n, 'USD'`],
  price_list_items: [
    'price_list_id, item_id, unit_price, valid_from',
    `(select id from price_lists l where l.organization_id = $org and l.code = 'L' || n % 3 + 1),
     (select id from items i where i.organization_id = $org and i.code = 'C' || n), 5, '2020-01-01'`,
  ],
  subscriptions: [
    'subscription_number, subsidiary_id, currency_code, start_date, customer_id, name',
    `'S' || n, $sub, 'USD', '2026-01-01', $customer, repeat(md5(n::text), 5)`,
  ],
  exchange_rates: [
    'from_currency, to_currency, rate, rate_date',
    `'USD', 'EUR', 1.25, '1990-01-01'::date + n`,
  ],
  security_log: [
    'event, actor_kind, surface, address, user_agent',
    `'sign-in', 'USER', 'screens', '10.0.0.' || n % 200, repeat('browser ', 12)`,
  ],
  background_jobs: [
    'kind, title, input, created_by, created_by_name, log, job_state, finished_at, created_at',
    `'IMPORT', 'File ' || n, '{}', $person, 'A person', to_jsonb(repeat(md5(n::text), 4)), 'DONE', now(), now() - n * interval '1 minute'`,
  ],
  imports: [
    'noun, file_name, columns, mapping, created_at',
    `'customers', 'file.csv', to_jsonb(repeat(md5(n::text), 9)), '{}', now() - n * interval '1 minute'`,
  ],
} as const;

/** Of each organization a project with one budget view, of which there are so many snapshots. */
const viewOf: Record<string, { readonly projectId: string; readonly budgetViewId: string }> = {};

async function takeSnapshots({ organizationId, ids }: TestOrganization, count: number): Promise<void> {
  const [company, projectId, budget, budgetViewId] = [newId(), newId(), newId(), newId()];
  viewOf[organizationId] = { projectId, budgetViewId };
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    for (const [table, columns, values] of [
      ['companies', 'id, code, name', `'${company}', 'CO', 'Company'`],
      [
        'projects',
        'id, company_id, code, name, subsidiary_id, currency_code',
        `'${projectId}', '${company}', 'P', 'Project', '${ids.rootSubsidiary}', 'USD'`,
      ],
      ['budgets', 'id, project_id, name, currency_code', `'${budget}', '${projectId}', 'Budget', 'USD'`],
      [
        'budget_views',
        'id, project_id, budget_id, name',
        `'${budgetViewId}', '${projectId}', '${budget}', 'View'`,
      ],
    ])
      await client.query(`insert into ${table} (organization_id, ${columns}) values ($1, ${values})`, [
        organizationId,
      ]);
    await client.query(
      `insert into budget_view_snapshots (organization_id, id, project_id, budget_view_id, name, taken_at)
       select $1, daybook_uuid_v7(), '${projectId}', '${budgetViewId}', 'Snapshot ' || n, now() - n * interval '1 minute' from generate_series(1, ${count}) n`,
      [organizationId],
    );
  });
}

beforeAll(async () => {
  for (const [name, count] of Object.entries(SIZES) as [keyof typeof SIZES, number][]) {
    const organization = await foundTestOrganization({ name, today: '2026-11-20' });
    const { organizationId, ids, users } = organization;
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
      for (const [table, [columns, values]] of Object.entries(ROWS)) {
        const given = values
          .replaceAll('$org', `'${organizationId}'::uuid`)
          .replaceAll('$sub', `'${ids.rootSubsidiary}'::uuid`)
          .replaceAll('$account', `'${ids.accounts['1110']}'::uuid`)
          .replaceAll('$customer', `'${ids.customer}'::uuid`)
          .replaceAll('$person', `'${users.admin.id}'::uuid`);
        await client.query(
          `insert into ${table} (organization_id, id, ${columns})
           select '${organizationId}', daybook_uuid_v7(), ${given} from generate_series(1, ${table === 'price_lists' ? 3 : count}) n`,
        );
        // Before the next table refers to it: a check of a reference planned for an empty table reads all of it for every row.
        await client.query(`analyze ${table}`);
      }
    });
    await takeSnapshots(organization, count);
    books[name] = organization;
  }
  await vacuumed([...Object.keys(ROWS), 'budget_view_snapshots']);
});
afterAll(() => database.leave());

const asked = (title: string, useCase: unknown, input: object): readonly [string, Verb, object] => [
  title,
  (call: Call, given: object) => run(useCase as UseCase<unknown, unknown>, call, given),
  input,
];

const LISTS = [
  asked('contracts of any status', listContracts, {}),
  asked('contracts of a status that one has', listContracts, { status: 'DRAFT' }),
  asked('contracts of a status that none has', listContracts, { status: 'TERMINATED' }),
  asked('contracts of a status that nearly all have', listContracts, { status: 'ACTIVE' }),
  asked('requests that wait', listApprovals, { limit: 20 }),
  asked('requests that are approved', listApprovals, { status: 'APPROVED', limit: 20 }),
  asked('requests that were sent back', listApprovals, { status: 'SENT_BACK', limit: 20 }),
  asked('costs', listCosts, {}),
  asked('exchange rates', listExchangeRates, {}),
  asked('exchange rates of a type that all have', listExchangeRates, { rateType: 'SPOT' }),
  asked('exchange rates of a type that none has', listExchangeRates, { rateType: 'AVERAGE' }),
  asked('events that all are', listSecurityEvents, { event: 'sign-in' }),
  asked('events that none is', listSecurityEvents, { event: 'password changed' }),
  asked('jobs', listAllJobs, { limit: 20 }),
  asked('jobs beyond the last', listAllJobs, { page: 900 }),
  asked('imports', listAllImports, { limit: 20 }),
  asked('imports beyond the last', listAllImports, { page: 900 }),
  asked('prices of all lists', listPrices, { limit: 10 }),
  asked('prices beyond the last', listPrices, { page: 900 }),
  asked('recurring revenue, where no subscription is active', recurringRevenueReport, {
    from: '2026-01',
    to: '2026-06',
  }),
  asked('judgments of contracts of a status that none has', listJudgements, { status: 'TERMINATED' }),
  [
    'snapshots of a project',
    (call: Call, given: object) => {
      const { projectId } = viewOf[call.principal.organizationId] ?? {};
      return run(listSnapshots as UseCase<unknown, unknown>, call, { ...given, projectId });
    },
    {},
  ] as const,
  [
    'snapshots of a budget view',
    (call: Call, given: object) =>
      run(listSnapshots as UseCase<unknown, unknown>, call, {
        ...given,
        ...viewOf[call.principal.organizationId],
      }),
    {},
  ] as const,
  asked('judgments of contracts that are searched for', listJudgements, { search: 'zebra crossing' }),
];

test.each(LISTS)('a page of %s touches as many pages of ten times as many', async (_, verb, input) => {
  const few = await costOf(books.few, verb, input, []);
  const many = await costOf(books.many, verb, input, []);
  expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
});

test('the last page of contracts is read from the end, and the pages are the list in pieces', async () => {
  const pageOf = (page: number, limit: number, status?: 'ACTIVE') =>
    runForOutput(listContracts, books.few.callAs('admin'), { page, limit, status });
  const whole: string[] = [];
  for (let page = 1; page <= 5; page += 1) whole.push(...(await pageOf(page, 100)).rows.map(({ id }) => id));
  expect(new Set(whole).size).toBe(SIZES.few);
  const { rows } = await withOwner((client) =>
    client.query<{ id: string }>(
      'select id from revenue_contracts where organization_id = $1 order by contract_date desc, id desc',
      [books.few.organizationId],
    ),
  );
  expect(whole).toEqual(rows.map(({ id }) => id));
  const pieces: string[] = [];
  for (let page = 1; page <= 8; page += 1) {
    const found = await pageOf(page, 70);
    expect(found.total).toBe(SIZES.few);
    pieces.push(...found.rows.map(({ id }) => id));
  }
  expect(pieces).toEqual(whole);
  expect((await pageOf(2, 100, 'ACTIVE')).total).toBe(SIZES.few - 1);
  const verb: Verb = (call, input) => run(listContracts, call, input);
  const few = await costOf(books.few, verb, { page: SIZES.few / 20, limit: 20 }, []);
  const many = await costOf(books.many, verb, { page: SIZES.many / 20, limit: 20 }, []);
  expect(many.pages).toBeLessThan(few.pages + MAY_ADD);
});

test('a list says how many records it has on every page, also beyond the last', async () => {
  const call = books.few.callAs('admin');
  const totals = async (page: number) => [
    (await runForOutput(listApprovals, call, { status: 'APPROVED', page, limit: 20 })).total,
    (await runForOutput(listCosts, call, { page })).total,
    (await runForOutput(listExchangeRates, call, { page })).total,
    (await runForOutput(listAllJobs, call, { page })).total,
    (await runForOutput(listAllImports, call, { page })).total,
  ];
  const expected = [SIZES.few - 1, SIZES.few, SIZES.few, SIZES.few, SIZES.few];
  expect(await totals(1)).toEqual(expected);
  expect(await totals(900)).toEqual(expected);
  const waiting = await runForOutput(listApprovals, call, { limit: 20 });
  expect(waiting.rows.map(({ approvalStatus }) => approvalStatus)).toEqual(['PENDING']);
});
