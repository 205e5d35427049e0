import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { JUDGEMENT_STATES, judgedCost } from '@/core/revenue/judgements/judgement-list';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { countOpenCosts } from '@/db/revenue/contracts/judgements';
import { sql, withTenantRead, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import type { JudgementRow } from '@/usecases/revenue/reports/judgement-shape';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { contractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { type Books, openBooks } from '../books';
import { wholeOf } from './whole-judgments';

/**
 * A contract may have thousands of costs, each of which is judged: they are read page by page, the database leaves out those of other states, and counts
 * those that are open are kept by the law revenue/note-open-costs, and the law revenue/cost-recorders finds who recorded each. However costs were judged, the pages together are the whole, and its states are those of core.
 */

afterAll(closeConnections);

let books: Books;
/** The newest first, as lists have them: two of one day, and one agreed before. */
let contractIds: readonly string[] = [];
beforeAll(async () => {
  books = await openBooks('2026-06-30');
  const ids: string[] = [];
  for (const contractDate of ['2026-01-01', '2026-02-01', '2026-02-01']) {
    const { contract } = await books.contract({
      contractDate,
      endDate: '2026-12-31',
      price: { fixed: '1200' },
      obligations: [
        { key: 'care', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    ids.push(contract.id);
  }
  const [old = '', ...others] = ids;
  contractIds = [...others.sort().reverse(), old];
});

const MOMENTS = ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'] as const;
const cost = fc.record({
  contract: fc.constantFrom(0, 1, 1, 1, 2),
  costKind: fc.constantFrom('OBTAIN', 'FULFIL', 'LOSS'),
  evidence: fc.constantFrom('the plan', '', null, undefined),
  voided: fc.boolean(),
  createdAt: fc.constantFrom(...MOMENTS),
  /** Who recorded it, and who replaced it. */
  recorded: fc.array(fc.constantFrom('admin', 'revenue'), { maxLength: 2 }),
});
type Cost = typeof cost extends fc.Arbitrary<infer One> ? One : never;
type Laid = Cost & { readonly id: string };

const claim = () => ({ organizationId: books.org.principals.admin.organizationId, userId: null });
const fold = (notes: number) =>
  withTenantSql(claim(), (tenant) => sql(tenant, 'select daybook_fold_counts($1::int)', [notes]));

let seq = 1_000;
const next = () => {
  seq += 1;
  return seq;
};

/** Replaces the costs of all contracts; ids are in no order. */
async function lay(costs: readonly Laid[]): Promise<void> {
  await withTenantSql(claim(), (tenant) =>
    sql(tenant, 'delete from contract_costs where contract_id = any ($1::uuid[])', [contractIds]),
  );
  await add(costs);
}

const add = (costs: readonly Laid[]) =>
  withTenantSql(claim(), async (tenant) => {
    if (costs.length === 0) return;
    await insertRows(
      tenant,
      'contract_costs',
      costs.map(({ id, contract, costKind, evidence, voided, createdAt }) => ({
        id,
        contractId: contractIds[contract] ?? '',
        costKind,
        subsidiaryId: books.org.ids.rootSubsidiary,
        currencyCode: 'USD',
        amount: costKind === 'LOSS' ? '0' : '120',
        postingDate: '2026-02-01',
        facts: evidence === undefined ? { recoverable: true } : { evidence },
        decision: costKind === 'LOSS' ? 'PROVIDED' : 'CAPITALISED',
        why: 'incremental',
        startDate: '2026-02-01',
        months: 12,
        assetAccountId: books.org.account('1310'),
        expenseAccountId: books.org.account('6900'),
        impairAccountId: books.org.account('6900'),
        offsetAccountId: books.org.account('1110'),
        item: costKind === 'LOSS' ? id : null,
        voided,
        createdAt: new Date(createdAt),
      })),
    );
    const facts = costs.flatMap(({ id, contract, recorded: by }) =>
      by.map((who) => ({
        contractId: contractIds[contract] ?? '',
        seq: next(),
        id: newId(),
        kind: 'cost',
        effectiveDate: '2026-02-01',
        body: { key: id },
        recordedBy: books.org.principals[who].actor.id,
      })),
    );
    if (facts.length > 0) await insertRows(tenant, 'revenue_events', facts);
  });

/** The ids of costs judged by a moment, each with its state and who recorded it last, as the list of a contract has them. */
const expectedCosts = (costs: readonly Laid[], contract: number, knownAsOf: string | undefined) =>
  costs
    .filter(
      (one) => one.contract === contract && one.costKind !== 'LOSS' && one.createdAt <= (knownAsOf ?? '9'),
    )
    .sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1))
    .map(({ id, costKind, evidence, voided, recorded: by }) => {
      const facts = { evidence: evidence ?? undefined };
      const words = { description: null, decision: 'CAPITALISED', why: 'incremental' };
      const { state } = judgedCost({ ...words, id, costKind, facts, voided, postingDate: '2026-02-01' });
      const last = by.at(-1);
      return [id, state, last === undefined ? null : books.org.principals[last].actor.name];
    });
const shownCosts = (rows: readonly JudgementRow[]) =>
  rows.flatMap(({ costId, state, byName }) => (costId === null ? [] : [[costId, state, byName]]));

type Walked = { rows: JudgementRow[]; nextCursor: string | null };
/** Every page behind each other, until no page follows. */
async function walked<Page extends Walked>(
  page: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    pages.push(next);
    expect(pages.length, 'pages that do not end').toBeLessThan(200);
    cursor = next.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}
const rowsOf = (pages: readonly Walked[]) => pages.flatMap(({ rows }) => rows);

/** Ids that do not follow the order of recording, and that no fact of an earlier example names. */
const laid = fc
  .array(fc.tuple(cost, fc.nat(0xffffffff)), { maxLength: 24, size: 'max' })
  .map((costs) =>
    costs.map(
      ([one, place]): Laid => ({ ...one, id: `${place.toString(16).padStart(8, '0')}${newId().slice(8)}` }),
    ),
  );
const wanted = fc.record(
  {
    topic: fc.constantFrom('COST' as const, 'TRANSFER' as const),
    state: fc.constantFrom(...JUDGEMENT_STATES),
  },
  { requiredKeys: [] },
);

it('judgments narrowed to a topic or a state are those of all that have it, and as many are open as of all, however costs were judged', async () => {
  const call = books.org.callAs('auditor');
  const [, id = ''] = contractIds;
  let [open, compared] = [0, 0];
  await fc.assert(
    fc.asyncProperty(laid, fc.constantFrom(undefined, ...MOMENTS), async (costs, knownAsOf) => {
      await lay(costs);
      const at = knownAsOf === undefined ? {} : { knownAsOf };
      const all = await wholeOf(call, { id, ...at });
      const expected = expectedCosts(costs, 1, knownAsOf);
      expect(shownCosts(all.rows)).toEqual(expected);
      const openCosts = expected.filter(([, state]) => state === 'OPEN').length;
      expect(all.open).toBe(
        all.rows.filter(({ topic, state }) => topic !== 'COST' && state === 'OPEN').length + openCosts,
      );
      for (const narrow of [
        ...TOPICS.map((topic) => ({ topic })),
        ...JUDGEMENT_STATES.map((state) => ({ state })),
      ]) {
        const [[name, value] = []] = Object.entries(narrow);
        const rows = all.rows.filter((row) => row[name as 'state' | 'topic'] === value);
        const some = await runForOutput(contractJudgements, call, { id, ...narrow, ...at });
        expect([value, some]).toEqual([value, { rows, open: all.open, nextCursor: null }]);
        const whole = await wholeOf(call, { id, ...narrow, ...at });
        expect([value, whole]).toEqual([value, { rows, open: all.open }]);
        const listed = await runForOutput(listJudgements, call, { contractId: id, ...narrow, ...at });
        expect([value, listed]).toEqual([value, { rows, nextCursor: null }]);
        compared += 1;
      }
      open += openCosts;
    }),
    { numRuns: cases(50, 500) },
  );
  expect(open).toBeGreaterThan(20);
  expect(compared).toBeGreaterThanOrEqual(500);
});

const CHANGES = {
  void: 'voided = true',
  restore: 'voided = false',
  evidence: `facts = '{"evidence": "the plan"}'`,
  doubt: `facts = '{}'`,
  loss: `cost_kind = 'LOSS', decision = 'PROVIDED', amount = 0, item = id`,
  touch: 'updated_at = now()',
} as const;
const act = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'add',
    'add',
    'move',
    'remove',
    'fail',
    ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]),
  ),
  costs: fc.array(cost, { minLength: 1, maxLength: 3 }),
  /** How many costs of the contract of the first are changed, and how many notes are added up before. */
  rows: fc.integer({ min: 1, max: 4 }),
  folded: fc.constantFrom(0, 0, 2, 4),
});

it('as many costs of a contract are open as counting them finds, whatever is written and taken back, and however much of it is added up', async () => {
  let [compared, open] = [0, 0];
  const compare = async (subsidiaryIds: readonly string[] | null) =>
    withTenantRead({ ...claim(), subsidiaryIds }, async (tenant) => {
      const costs = await sql<{ contractId: string; at: string }>(
        tenant,
        `select contract_id as "contractId", to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from contract_costs
         where contract_id = any ($1::uuid[]) and not voided and cost_kind in ('OBTAIN', 'FULFIL')
           and not coalesce(facts ? 'evidence' and facts -> 'evidence' <> 'null', false)`,
        [contractIds],
      );
      for (const contractId of contractIds)
        for (const knownAsOf of [null, ...MOMENTS]) {
          const expected = costs.filter(
            (one) => one.contractId === contractId && one.at <= (knownAsOf ?? '9'),
          ).length;
          expect(await countOpenCosts(tenant, { contractId, knownAsOf })).toBe(expected);
          compared += 1;
          open += expected;
        }
    });
  await lay([]);
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 8 }), async (history) => {
      for (const { what, costs, rows, folded } of history) {
        const [first] = costs;
        const of = contractIds[first?.contract ?? 0];
        const some = `id in (select id from contract_costs where contract_id = $1::uuid order by md5(id::text) limit ${rows})`;
        const failed = new Error('rolled back');
        if (what === 'add') await add(costs.map((one) => ({ ...one, id: newId() })));
        else
          await withTenantSql(claim(), async (tenant) => {
            if (what === 'remove' || what === 'fail')
              await sql(tenant, `delete from contract_costs where ${some}`, [of]);
            else if (what === 'move')
              await sql(tenant, `update contract_costs set contract_id = $2::uuid where ${some}`, [
                of,
                contractIds[2],
              ]);
            else await sql(tenant, `update contract_costs set ${CHANGES[what]} where ${some}`, [of]);
            if (what === 'fail') throw failed;
          }).catch((error: unknown) => {
            if (error !== failed) throw error;
          });
        if (folded > 0) await fold(folded);
        await compare(null);
      }
      await compare([books.org.ids.rootSubsidiary]);
    }),
    { numRuns: cases(10, 200) },
  );
  expect(compared).toBeGreaterThanOrEqual(500);
  expect(open).toBeGreaterThan(60);
});

it('the pages of a contract, and of a list, have each judgment once and in the order of the whole, whatever their size and wherever they end', async () => {
  const call = books.org.callAs('auditor');
  let [within, followed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      laid,
      fc.constantFrom(undefined, undefined, ...MOMENTS),
      fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: wanted }),
      fc.constantFrom(1, 2, 3, 5, 9),
      async (costs, knownAsOf, narrow, limit) => {
        await lay(costs);
        const asked = { ...narrow, ...(knownAsOf === undefined ? {} : { knownAsOf }) };
        const wholes: JudgementRow[] = [];
        for (const id of contractIds) {
          const whole = await wholeOf(call, { id, ...asked });
          const pages = await walked((after) =>
            runForOutput(contractJudgements, call, { id, ...asked, limit, ...(after && { after }) }),
          );
          expect(rowsOf(pages)).toEqual(whole.rows);
          expect(pages.map(({ open }) => open)).toEqual(pages.map(() => whole.open));
          const ofCosts = pages.map(({ rows }) => rows.filter(({ costId }) => costId !== null).length);
          // Every page is full but the last, and what does not stand in costs is on the first.
          for (const [index, page] of pages.entries()) {
            const least = index === pages.length - 1 ? Math.min(limit, 1) : limit;
            if (index > 0)
              expect([page.rows.length, ofCosts[index]]).toEqual([ofCosts[index], page.rows.length]);
            if (pages.length > 1) expect(page.rows.length).toBeGreaterThanOrEqual(least);
            if (index > 0) expect(page.rows.length).toBeLessThanOrEqual(limit);
          }
          followed += pages.length - 1;
          wholes.push(...whole.rows);
        }
        const listed = await walked((before) =>
          runForOutput(listJudgements, call, { ...asked, limit, ...(before && { before }) }),
        );
        expect(rowsOf(listed)).toEqual(wholes);
        for (const { rows } of listed.slice(0, -1)) expect(rows.length).toBeGreaterThanOrEqual(limit);
        const ends = listed.slice(0, -1).map(({ rows }, index) => [rows.at(-1), listed[index + 1]?.rows[0]]);
        within += ends.filter(([end, next]) => end?.contractId === next?.contractId).length;
      },
    ),
    { numRuns: cases(80, 500) },
  );
  expect(within).toBeGreaterThan(20);
  expect(followed).toBeGreaterThan(100);
});

it('a list goes on behind a contract where a cursor of an earlier version says so, and what is not a place is refused', async () => {
  const call = books.org.callAs('auditor');
  await lay([]);
  const [first = '', ...others] = contractIds;
  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
  const { rows } = await runForOutput(listJudgements, call, { before: cursor(['2026-02-01', first]) });
  expect([...new Set(rows.map(({ contractId }) => contractId))]).toEqual(others);
  const refused = { refusal: { code: 'INVALID_INPUT' } };
  for (const place of [
    ['2026-02-01'],
    ['2026-02-01', first, MOMENTS[0]],
    ['2026-02-01', first, 'soon', first],
    7,
  ]) {
    const before = cursor(place);
    await expect(runForOutput(listJudgements, call, { before }), before).rejects.toMatchObject(refused);
  }
  for (const place of [['2026-02-01', first], [MOMENTS[0]], [MOMENTS[0], 'first'], {}]) {
    const after = cursor(place);
    await expect(runForOutput(contractJudgements, call, { id: first, after }), after).rejects.toMatchObject(
      refused,
    );
  }
});
