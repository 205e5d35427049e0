import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites } from '@/testing/contenders';
import { approvedDocument, postedDocument } from '@/testing/documents';
import { withOwner } from '@/testing/owner';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { runForOutput } from '@/usecases/kit/run';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { planted } from '../evidence/planted-books';
import { foundGroup, type Group, invoice } from './group';
import { pairList } from './pair-list';

// Proves the laws documents/keep-open-pairs, documents/judge-pairs, documents/compare-pairs and documents/fold-unpaired of prisma/sql.

let group: Group;
beforeAll(async () => {
  group = await foundGroup();
});
afterAll(closeConnections);

const {
  claim,
  query,
  fold,
  judge,
  listed,
  idsOf,
  compared,
  eliminate,
  setAccounts,
  agreed,
  settled,
  restore,
  reverse,
} = pairList(() => group);

describe('pairs that may disagree', () => {
  it('leave the list once they agree and both sides are posted or withdrawn, or what differs was accepted, and no sooner', async () => {
    const { org } = group;
    await restore();
    const { id: source } = await invoice(group);
    const [pair] = await group.pairs({ documentId: source });
    const [id, mirror] = [pair?.id ?? '', pair?.mirror?.id ?? ''];
    await settled();
    expect(await listed()).toContain(id);
    await group.approve(mirror);
    await group.post(mirror, '2026-04-12');
    await settled();
    // Posted in another period.
    expect(await listed()).toContain(id);
    await runForOutput(acceptDifferences, org.callAs('controller'), { id, reason: 'It arrived in April' });
    await settled();
    expect(await listed()).not.toContain(id);
    const other = await agreed();
    expect(await listed()).toContain(other.id);
    await settled();
    expect(await listed()).not.toContain(other.id);
    await reverse(other.source);
    expect(await listed()).toContain(other.id);
    await reverse(other.mirror);
    await settled();
    expect(await listed()).not.toContain(other.id);
    // Given up: no row stays behind.
    const given = await agreed();
    expect(await listed()).toContain(given.id);
    await query('delete from intercompany_pairs where organization_id = $1 and id = $2', [
      ...[org.organizationId, given.id],
    ]);
    expect(await listed()).not.toContain(given.id);
    await compared('settled');
  });

  it('stay listed while a side may still change, although the two agree now', async () => {
    const { org } = group;
    await restore();
    const { id: source } = await approvedDocument(org, {
      ...{ entityId: group.stands.de.customer, transactionDate: '2026-03-10' },
      lines: [{ unitPrice: '1200.00', accountId: group.accounts.income }],
    });
    const [pair] = await group.pairs({ documentId: source });
    const [id, mirror] = [pair?.id ?? '', pair?.mirror?.id ?? ''];
    await settled();
    expect(pair?.open).toEqual([]);
    expect(await listed()).toContain(id);
    await group.approve(mirror);
    await group.post(source, '2026-03-10');
    await settled();
    expect(await group.pairs({ documentId: source, onlyOpen: true })).toMatchObject([
      { open: ['ONE_POSTED'] },
    ]);
    // That the bill is not posted is accepted; what it is posted with is not.
    await runForOutput(acceptDifferences, org.callAs('controller'), { id, reason: 'Berlin posts later' });
    await settled();
    await group.post(mirror, '2026-04-10');
    await settled();
    expect(await group.pairs({ documentId: source, onlyOpen: true })).toMatchObject([{ open: ['PERIOD'] }]);
  });

  it('are listed again when the elimination of an account or the accounts between two companies change', async () => {
    const { org, accounts } = group;
    await restore();
    const sold = await agreed();
    const { id: journal } = await postedDocument(org, {
      ...{ kind: 'JOURNAL', transactionDate: '2026-03-05' },
      lines: [
        { unitPrice: '50.00', accountId: accounts.from },
        { unitPrice: '-50.00', accountId: org.account('1110') },
      ],
    });
    const [due] = await group.pairs({ documentId: journal });
    await group.approve(due?.mirror?.id ?? '');
    await group.post(due?.mirror?.id ?? '', '2026-03-05');
    await settled();
    const ids = [sold.id, due?.id ?? ''];
    const found = async () => (await listed()).filter((id) => ids.includes(id)).toSorted();
    expect(await found()).toEqual([]);
    await eliminate(accounts.charge, false);
    expect(await group.pairs({ documentId: sold.source, onlyOpen: true })).toMatchObject([
      { open: ['NOT_ELIMINATED'] },
    ]);
    await eliminate(accounts.charge, true);
    await settled();
    expect(await found()).toEqual([]);
    await setAccounts(false);
    expect(await group.pairs({ documentId: journal, onlyOpen: true })).toMatchObject([{ open: ['AMOUNT'] }]);
    await compared('accounts removed');
    await setAccounts(true);
    await settled();
    expect(await found()).toEqual([]);
  });

  it('are listed when they change at the same moment as they are compared', async () => {
    const { org } = group;
    await restore();
    for (const _ of [1, 2, 3]) {
      const pairs = [await agreed(), await agreed()];
      const draft = await invoice(group);
      await fold(10_000);
      await contend<unknown>(
        holdWrites(org.organizationId),
        [
          ...pairs.map(
            ({ source }) =>
              () =>
                reverse(source),
          ),
          () =>
            runForOutput(cancelTransaction, org.callAs('accountant'), {
              id: draft.id,
              reason: 'Wrong',
            }).catch(() => null),
          () => setAccounts(true),
          () => judge(1_000),
        ],
        { waiting: 2 },
      );
      await compared('at the same moment');
      await settled();
      await compared('after it');
      const open = await group.pairs({ onlyOpen: true });
      expect(idsOf(open)).toEqual(expect.arrayContaining(pairs.map(({ id }) => id)));
    }
  });

  it('stay listed when they are compared before what listed them is committed, and no one waits', async () => {
    const { org } = group;
    await restore();
    const { id: source } = await invoice(group);
    const [pair] = await group.pairs({ documentId: source });
    const [id, mirror] = [pair?.id ?? '', pair?.mirror?.id ?? ''];
    await group.approve(mirror);
    await group.post(mirror, '2026-04-12');
    await runForOutput(acceptDifferences, org.callAs('controller'), { id, reason: 'It arrived in April' });
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
      // No longer accepted, which is not committed yet.
      await client.query(`update intercompany_pairs set accepted_differences = '{}' where id = $1`, [id]);
      await withTenantSql(claim(), async (tenant) => {
        await sql(tenant, `set local lock_timeout = '5s'`, []);
        await sql(tenant, 'select daybook_judge_pairs(1000)', []);
      });
      await client.query('commit');
    });
    await compared('committed');
    expect(await listed()).toContain(id);
  });

  it('that the list lacks are named by a full verification', async () => {
    const { org } = group;
    const { source } = await agreed();
    await reverse(source);
    const verify = async () =>
      (await runForOutput(verifyBooks, org.callAs('auditor'), {})).breaches
        .filter(({ check }) => check === 'INTERCOMPANY')
        .map(({ message }) => message)
        .join();
    expect(await verify()).not.toContain('missing in the list');
    const { answer, changed } = await planted(
      org.organizationId,
      ['intercompany_open_pairs'],
      'delete from intercompany_open_pairs where organization_id = $org',
      verify,
    );
    expect(changed).toBeGreaterThan(0);
    expect(answer).toContain('missing in the list');
  });
});
