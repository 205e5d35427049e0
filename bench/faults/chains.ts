import type pg from 'pg';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fillBooks } from '../support/books';

const ROWS = Number(process.env.DAYBOOK_FAULT_CHAIN ?? '10000');
const MUTATIONS = ROWS / 10;
/** Verified together: each changed row is counted exactly. */
const ROUNDS = 20;

/** R11: random changes of a chain's rows are all found; a recalculated chain is found by the head kept before. */
export async function chainsChanged(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Chains' });
  await fillBooks(organization, ROWS / 4);
  await withOwner((client) =>
    client.query(
      `insert into audit_log (organization_id, id, actor_kind, action, noun, record_id, after, surface, request_id)
       select $1, gen_random_uuid(), 'system', 'bench', 'bench', gen_random_uuid(), jsonb_build_object('n', n), 'job', 'r'
       from generate_series(1, $2::int) n`,
      [organization.organizationId, ROWS],
    ),
  );
  const { audit, ledgerChain } = await sealed(organization);
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await takenBack(organization, async (client) => {
      await client.query(
        `update audit_log set actor_name = 'Mallory' where organization_id = $1 and id in (
           select audit_id from audit_seals where organization_id = $1 order by random() limit $2)`,
        [organization.organizationId, MUTATIONS / ROUNDS / 2],
      );
      await client.query(
        `update ledger_lines set memo = 'Mallory' where (organization_id, entry_id, line_number) in (
           select l.organization_id, l.entry_id, l.line_number from (
             select e.organization_id, e.id from ledger_entries e where e.organization_id = $1 order by random() limit $2) e
           cross join lateral (select * from ledger_lines x where x.organization_id = e.organization_id and x.entry_id = e.id
             order by random() limit 1) l)`,
        [organization.organizationId, MUTATIONS / ROUNDS / 2],
      );
      const { rows } = await client.query<{ audit: number; ledger: number }>(
        `select (select o_broken from daybook_verify_audit(0))::int as audit,
           (select sum(o_changed) from daybook_verify_ledger_seals(0, 100000))::int as ledger`,
      );
      return rows[0];
    });
    const expected = MUTATIONS / ROUNDS / 2;
    if (one?.audit !== expected || one.ledger !== expected)
      throw new Error(`${expected} changes of each chain, found ${one?.audit} and ${one?.ledger}`);
    found += 2 * expected;
  }
  await again(organization, audit.head);
  return `chains of ${audit.sealed} audit rows and ${ledgerChain.sealed} entries (${ROWS} lines): ${found} random changes, all found and counted exactly; both chains calculated again are found by their kept heads`;
}

async function sealed(organization: TestOrganization) {
  for (;;) {
    await sealAudit(organization.principals.admin);
    await sealLedger(organization.principals.admin);
    const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
    if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
    if (verdict.audit.unsealed === '0' && verdict.ledgerChain.unsealed === '0') return verdict;
  }
}

/** Changes the rows and both chains together, keeping the heads: anyone who has the heads can tell. */
async function again(organization: TestOrganization, head: string | null): Promise<void> {
  const { heads } = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  await withOwner(async (client) => {
    await client.query('begin');
    await asAttacker(client, organization);
    await client.query(`update audit_log set actor_name = 'Mallory' where organization_id = $1`, [
      organization.organizationId,
    ]);
    await client.query(
      `update ledger_lines set memo = 'Mallory' where organization_id = $1 and line_number = 1`,
      [organization.organizationId],
    );
    for (const chain of ['audit_seals', 'ledger_seals'])
      await client.query(`delete from ${chain} where organization_id = $1`, [organization.organizationId]);
    await client.query('commit');
  });
  const { audit } = await sealed(organization);
  if (audit.head === head) throw new Error('the chain was not calculated again');
  const { breaches } = await runForOutput(verifyBooks, organization.callAs('admin'), { kept: heads });
  if (breaches.filter(({ check }) => check === 'KEPT_HEAD').length !== 2)
    throw new Error('the kept heads do not show that the chains were calculated again');
}

const asAttacker = async (client: pg.ClientBase, organization: TestOrganization) => {
  await client.query('set local session_replication_role = replica');
  await client.query(`select set_config('app.organization_id', $1, true)`, [organization.organizationId]);
};

const takenBack = <T>(organization: TestOrganization, work: (client: pg.ClientBase) => Promise<T>) =>
  withOwner(async (client) => {
    await client.query('begin');
    await asAttacker(client, organization);
    const result = await work(client);
    await client.query('rollback');
    return result;
  });
