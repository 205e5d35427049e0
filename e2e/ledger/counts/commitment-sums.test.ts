import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { readCommitmentFacts } from '@/db/reports/budget-facts';
import { foldDays } from '@/db/stores/documents/day-sums';
import { sql, type Tenant, withTenantRead, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { contend } from '@/testing/contenders';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createCompany } from '@/usecases/projects/company-records';
import { createProject } from '@/usecases/projects/project-records';

// Proves the laws sales/note-commitments and sales/fold-commitments of prisma/sql, and the budget facts that read what they keep.

/** Number of random histories; a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(60, 150, 400);

const CODES = ['01', '02', '03'];
const STATES = ['DRAFT', 'APPROVED', 'APPROVED', 'COMPLETE', 'VOID'];

const fact = fc.record({
  act: fc.constantFrom(
    ...(['create', 'create', 'add', 'change lines', 'move lines', 'remove lines'] as const),
    ...(['state', 'state', 'changes', 'move', 'rename', 'remove'] as const),
  ),
  project: fc.nat(1),
  state: fc.constantFrom(...STATES),
  /** Of each line a cost code and an amount; several have the same, and some come to nothing together. */
  lines: fc.array(
    fc.tuple(fc.constantFrom(...CODES), fc.constantFrom('10.0000', '-10.0000', '0.0000', '7.2500')),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  /** Which of the commitments or lines there are, and how many of them at once. */
  chosen: fc.nat(30),
  atOnce: fc.integer({ min: 1, max: 3 }),
  fails: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
type Fact = typeof fact extends fc.Arbitrary<infer One> ? One : never;

let org: TestOrganization;
let branch: string;
const projects: string[] = [];
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
let number = 1;

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  const call = org.callAs('admin');
  branch = org.ids.rootSubsidiary;
  const company = await runForOutput(createCompany, call, {
    code: 'CO',
    name: 'Company',
    subsidiaryIds: [branch],
  });
  for (const code of ['P-1', 'P-2'])
    projects.push(
      (
        await runForOutput(createProject, call, {
          ...{ companyId: company.id, code, name: code, subsidiaryId: branch, currencyCode: 'USD' },
        })
      ).id,
    );
});
afterAll(closeConnections);

/** The nth commitments or lines, however many there are. */
const some = (table: string, { chosen, atOnce }: Fact) =>
  `id in (select x.id from (select id, row_number() over (order by id) as n, count(*) over () as all from ${table}
     where organization_id = daybook_organization()) x where (x.n + ${chosen}) % x.all < ${atOnce})`;

function insertLines(tenant: Tenant, parent: string, lines: NewCommitment['lines']): Promise<unknown> {
  const first = number;
  number += lines.length;
  return sql(
    tenant,
    `insert into commitment_lines (organization_id, id, commitment_id, line_number, cost_code, description, quantity, unit_price, amount)
     select daybook_organization(), daybook_uuid_v7(), $1::uuid, ${first} + l.n, l.code, 'Line', 1, l.amount, l.amount
     from unnest($2::text[], $3::numeric[]) with ordinality l(code, amount, n)`,
    [parent, lines.map(([code]) => code), lines.map(([, amount]) => amount)],
  );
}

interface NewCommitment {
  readonly project: number;
  readonly state: string;
  readonly lines: readonly (readonly [code: string, amount: string])[];
}

async function createCommitment(tenant: Tenant, one: NewCommitment): Promise<string> {
  const id = newId();
  await sql(
    tenant,
    `insert into commitments (organization_id, id, project_id, commitment_number, title, commitment_kind, original_amount, currency_code, committed_on, commitment_state)
     values (daybook_organization(), $1::uuid, $2::uuid, $3, 'Title', 'SUBCONTRACT', 0, 'USD', '2026-01-01', $4)`,
    [id, projects[one.project], `C-${number}`, one.state],
  );
  await insertLines(tenant, id, one.lines);
  return id;
}

async function write(tenant: Tenant, one: Fact): Promise<void> {
  const [[code, amount] = ['01', '1']] = one.lines;
  const lines = some('commitment_lines', one);
  const parents = some('commitments', one);
  if (one.act === 'create') await createCommitment(tenant, one);
  if (one.act === 'add') {
    const [parent] = await sql<{ id: string }>(tenant, `select id from commitments where ${parents}`, []);
    if (parent !== undefined) await insertLines(tenant, parent.id, one.lines);
  }
  if (one.act === 'change lines')
    await sql(tenant, `update commitment_lines set cost_code = $1, amount = $2::numeric where ${lines}`, [
      code,
      amount,
    ]);
  if (one.act === 'move lines')
    await sql(
      tenant,
      `update commitment_lines set commitment_id = (select c.id from commitments c
         where c.organization_id = daybook_organization() order by md5(c.id::text || ${one.chosen}) limit 1) where ${lines}`,
      [],
    );
  if (one.act === 'remove lines') await sql(tenant, `delete from commitment_lines where ${lines}`, []);
  if (one.act === 'state')
    await sql(tenant, `update commitments set commitment_state = $1 where ${parents}`, [one.state]);
  if (one.act === 'changes')
    await sql(
      tenant,
      `update commitments set approved_changes = case approved_changes when 0 then $1::numeric else 0 end where ${parents}`,
      [amount],
    );
  if (one.act === 'move')
    await sql(tenant, `update commitments set project_id = $1::uuid where ${parents}`, [
      projects[one.project],
    ]);
  if (one.act === 'rename') await sql(tenant, `update commitments set title = 'Other' where ${parents}`, []);
  if (one.act === 'remove') await sql(tenant, `delete from commitments where ${parents}`, []);
  number += 1;
}

/** What the commitments of a project without approved changes come to by cost code: as the budget reads it, and added up by hand. */
async function compared(tenant: Tenant): Promise<void> {
  const stored = await sql<{
    projectId: string;
    state: string;
    changes: string;
    lines: [string, string][] | null;
  }>(
    tenant,
    `select c.project_id as "projectId", c.commitment_state as state, c.approved_changes::text as changes,
       (select jsonb_agg(jsonb_build_array(l.cost_code, (l.amount * 10000)::bigint::text) order by l.line_number) from commitment_lines l
        where l.organization_id = c.organization_id and l.commitment_id = c.id) as lines
     from commitments c where c.organization_id = daybook_organization() order by c.commitment_number`,
    [],
  );
  for (const projectId of projects) {
    const bound = stored.filter(
      (one) => one.projectId === projectId && ['APPROVED', 'COMPLETE'].includes(one.state),
    );
    const sums = new Map<string, bigint>();
    for (const { changes, lines } of bound)
      for (const [code, amount] of Number(changes) === 0 ? (lines ?? []) : [])
        sums.set(code, (sums.get(code) ?? 0n) + BigInt(amount));
    const facts = await readCommitmentFacts(tenant, projectId);
    const unchanged = facts
      .filter(({ approvedChanges }) => approvedChanges === '0')
      .flatMap(({ lines }) => lines);
    expect(unchanged.map(({ costCode, amount }) => [costCode, BigInt(amount.replace('.', ''))])).toEqual(
      [...sums].filter(([, sum]) => sum !== 0n).sort(),
    );
    const changed = bound.filter(({ changes }) => Number(changes) !== 0);
    expect(facts.filter(({ approvedChanges }) => approvedChanges !== '0')).toEqual(
      changed.map(({ changes, lines }) => ({
        approvedChanges: changes,
        lines: (lines ?? []).map(([costCode]) => expect.objectContaining({ costCode })),
      })),
    );
  }
}

describe('what commitments come to by cost code', () => {
  it('is what adding up their lines finds, whatever is written and however much of it is added up', async () => {
    const seen = new Map<string, number>();
    let folded = 0;
    let comparisons = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fact, { minLength: 6, maxLength: 16 }),
        fc.integer({ min: 0, max: 4 }),
        async (history, foldAtOnce) => {
          for (const [n, one] of history.entries()) {
            const failed = new Error('rolled back');
            await withTenantSql(claim(), async (tenant) => {
              await write(tenant, one);
              // Within the transaction that writes, too; and what it takes back was never there.
              await compared(tenant);
              comparisons += 1;
              if (one.fails) throw failed;
            }).catch((error: unknown) => {
              if (error !== failed) throw error;
            });
            seen.set(one.act, (seen.get(one.act) ?? 0) + 1);
            if (foldAtOnce > 0 && n % 3 === 2) folded += (await foldDays(claim(), foldAtOnce)).notes;
          }
          await withTenantRead(claim(), compared);
        },
      ),
      { numRuns: HISTORIES },
    );
    expect(comparisons).toBeGreaterThanOrEqual(500);
    expect(folded).toBeGreaterThan(0);
    expect([...seen.values()].every((times) => times > 20)).toBe(true);
  });

  it('is added up until no note is left, and has no sum of nothing', async () => {
    await foldDays(claim(), 100_000);
    const [left] = await withTenantRead(claim(), (tenant) =>
      sql<{ notes: number; nothing: number }>(
        tenant,
        `select (select count(*)::int from commitment_sum_changes) as notes, (select count(*)::int from commitment_sums where amount = 0) as nothing`,
        [],
      ),
    );
    expect(left).toEqual({ notes: 0, nothing: 0 });
    await withTenantRead(claim(), compared);
  });

  it('is right when a commitment is voided while another transaction adds a line to it', async () => {
    const id = await withTenantSql(claim(), (tenant) =>
      createCommitment(tenant, { project: 0, state: 'APPROVED', lines: [['01', '3.0000']] }),
    );
    const outcomes = await contend(
      async (client) => {
        await client.query(`select set_config('app.organization_id', $1, true)`, [claim().organizationId]);
        await client.query(
          `insert into commitment_lines (organization_id, id, commitment_id, line_number, cost_code, description, quantity, unit_price, amount)
           values ($1, $2, $3, 9, '01', 'Line', 1, 4, 4)`,
          [claim().organizationId, newId(), id],
        );
      },
      [
        () =>
          withTenantSql(claim(), (tenant) =>
            sql(tenant, `update commitments set commitment_state = 'VOID' where id = $1::uuid`, [id]),
          ),
      ],
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled']);
    await withTenantRead(claim(), compared);
  });

  it('is read by a confined caller of their own projects only, and written by no one', async () => {
    const confined = { ...claim(), subsidiaryIds: [newId()] };
    await withTenantSql(claim(), (tenant) =>
      createCommitment(tenant, { project: 1, state: 'APPROVED', lines: [['02', '5.0000']] }),
    );
    const kept =
      'select project_id from commitment_sums union all select project_id from commitment_sum_changes';
    expect(await withTenantRead(confined, (tenant) => sql(tenant, kept, []))).toEqual([]);
    expect(
      (await withTenantRead({ ...claim(), subsidiaryIds: [branch] }, (tenant) => sql(tenant, kept, [])))
        .length,
    ).toBeGreaterThan(0);
    for (const statement of [
      'update commitment_sums set amount = amount + 1',
      'delete from commitment_sum_changes',
      `select daybook_note_committed(daybook_organization(), array(select id from commitments limit 1), '{01}', '{1}')`,
    ])
      await expect(withTenantSql(claim(), (tenant) => sql(tenant, statement, []))).rejects.toThrow(
        /permission denied/,
      );
  });
});
