import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { INTERCOMPANY_CHECK } from '@/db/reports/intercompany/pairs';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites } from '@/testing/contenders';
import { approvedDocument, postedDocument, type TestDocument } from '@/testing/documents';
import { withOwner } from '@/testing/owner';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import type { PairView } from '@/usecases/intercompany/list-pairs';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { runForOutput } from '@/usecases/kit/run';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { randomFrom } from '../../support/sample';
import { planted } from '../evidence/planted-books';
import { foundGroup, type Group, invoice, setGroup } from './group';

// Proves the laws documents/keep-open-pairs, documents/judge-pairs, documents/compare-pairs and documents/fold-unpaired of prisma/sql.

let group: Group;
beforeAll(async () => {
  group = await foundGroup();
});
afterAll(closeConnections);

const claim = () => ({ organizationId: group.org.principals.admin.organizationId, userId: null });
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claim(), (tenant) => sql<Row>(tenant, text, values));
const fold = (limit: number) => query('select daybook_fold_ledger($1::int)', [limit]);
const judge = (limit: number) => query('select daybook_judge_pairs($1::int)', [limit]);
/** The ids of the listed pairs. */
const listed = async () =>
  (await query<{ id: string }>('select pair_id as id from intercompany_open_pairs order by 1')).map(
    ({ id }) => id,
  );

const idsOf = (pairs: readonly PairView[]) => pairs.map(({ id }) => id);
const isOpen = ({ open }: PairView) => open.length > 0;

/** Every pair, page by page. */
async function everyPair(question: object, after?: string): Promise<PairView[]> {
  const page = await group.pairs({ ...question, ...(after === undefined ? {} : { after }) });
  const last = page.at(-1);
  return page.length < 100 || last === undefined ? page : [...page, ...(await everyPair(question, last.id))];
}

/** Compares what the list finds with a comparison of every pair under each question; returns how many were asked. */
async function compared(at: string): Promise<number> {
  const { us, de } = group;
  const questions = [
    {},
    { subsidiaryId: us },
    { subsidiaryId: de, from: '2026-03-01', to: '2026-03-31' },
    { from: '2026-04-01', to: '2026-04-30' },
  ];
  for (const question of questions) {
    const every = (await everyPair(question)).filter(isOpen);
    const found = await everyPair({ ...question, onlyOpen: true });
    expect({ at, question, found: idsOf(found) }).toEqual({ at, question, found: idsOf(every) });
  }
  const labels = await withTenantReport(claim(), (tenant) =>
    sql<{ label: string }>(tenant, INTERCOMPANY_CHECK, [tenant.organizationId]),
  );
  const missing = labels.filter(({ label }) => label.includes('missing in the list'));
  expect({ at, missing }).toEqual({ at, missing: [] });
  return questions.length;
}

const eliminate = (accountId: string, isEliminated: boolean) =>
  query('update accounts set elimination = $2 where organization_id = $3 and id = $1', [
    ...[accountId, isEliminated ? 'INTERCOMPANY' : null, group.org.organizationId],
  ]);

const setAccounts = (isSet: boolean) => {
  const { org, us, de, accounts } = group;
  const of = (id: string) => (isSet ? id : null);
  return runForOutput(setSisterAccounts, org.callAs('admin'), {
    ...{
      subsidiaryId: us,
      sisterId: de,
      dueFromAccountId: of(accounts.from),
      dueToAccountId: of(accounts.to),
    },
    ...{ incomeAccountId: of(accounts.income), chargeAccountId: of(accounts.charge) },
  });
};

/** An invoice to Berlin with its bill, both posted in March, the bill after the two were compared; the two agree. */
async function agreed(): Promise<{ readonly source: string; readonly mirror: string; readonly id: string }> {
  const { id: source } = await invoice(group);
  await settled();
  const [pair] = await group.pairs({ documentId: source });
  const mirror = pair?.mirror?.id ?? '';
  await group.approve(mirror);
  await group.post(mirror, '2026-03-12');
  return { source, mirror, id: pair?.id ?? '' };
}

/** The settings with which documents agree, whatever happened before. */
const restore = async () => {
  await eliminate(group.accounts.receivable, true);
  await eliminate(group.accounts.charge, true);
  await setGroup(group);
};

const settled = async () => {
  await fold(10_000);
  await judge(10_000);
};

const reverse = (id: string) =>
  runForOutput(reverseTransaction, group.org.callAs('accountant'), {
    ...{ id, reversalReason: 'Wrong', reversalDate: '2026-04-20' },
  });

describe('pairs that may disagree', () => {
  it('are all that do, in any order of what happens and however much was compared', async () => {
    const { org, us, de, stands, accounts } = group;
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261218);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const any = async (statuses: readonly string[], kinds = 'true') =>
      pick(
        await query<{ id: string }>(
          `select id from business_transactions where transaction_status = any ($1) and reverses_transaction_id is null and ${kinds} order by id`,
          [statuses],
        ),
      )?.id;
    const line = (accountId: string, unitPrice: string) => ({ accountId, unitPrice });
    const wishes: readonly TestDocument[] = [
      { entityId: stands.de.customer, lines: [line(accounts.income, '90.00')] },
      {
        kind: 'VENDOR_BILL',
        entityId: stands.us.vendor,
        subsidiaryId: de,
        lines: [line(accounts.charge, '70.00')],
      },
      { kind: 'JOURNAL', lines: [line(accounts.from, '50.00'), line(org.account('1110'), '-50.00')] },
      { kind: 'VENDOR_BILL', lines: [line(org.account('6900'), '60.00'), line(accounts.from, '40.00')] },
      { kind: 'CUSTOMER_PAYMENT', entityId: stands.de.customer },
    ];
    const document = () => ({
      transactionDate: pick(['2026-02-10', '2026-03-05', '2026-03-31', '2026-04-02']) ?? '2026-03-05',
      ...pick(wishes),
    });
    const accountant = org.callAs('accountant');
    const postDraft = async () => {
      const id = await any(['DRAFT', 'APPROVED']);
      if (id === undefined) return;
      await group.approve(id).catch(() => undefined);
      await group.post(id, pick(['2026-03-05', '2026-04-03']) ?? '2026-03-05');
    };
    const edit = async () => {
      const id = await any(['DRAFT'], `kind = 'VENDOR_BILL'`);
      if (id === undefined) return;
      const one = { lineNumber: 1, lineType: 'SERVICE', description: 'Other', quantity: '1' };
      await runForOutput(updateTransaction, accountant, {
        ...{
          id,
          lines: [{ ...one, unitPrice: '80.00', accountId: pick([accounts.charge, org.account('6900')]) }],
        },
      } as never);
    };
    const withId = async (statuses: readonly string[], verb: (id: string) => Promise<unknown>) => {
      const id = await any(statuses);
      if (id !== undefined) await verb(id);
    };
    const accept = async () => {
      const pair = pick((await everyPair({})).filter(isOpen));
      if (pair === undefined) return;
      await runForOutput(acceptDifferences, org.callAs('controller'), { id: pair.id, reason: 'It is so' });
    };
    const pairTwo = async () => {
      const [sourceId, mirrorId] = [
        await any(['APPROVED', 'POSTED']),
        await any(['APPROVED', 'POSTED', 'DRAFT']),
      ];
      if (sourceId === undefined || mirrorId === undefined) return;
      await runForOutput(pairDocuments, accountant, { sourceId, mirrorId });
    };
    const eliminated = [accounts.receivable, accounts.charge, org.account('6900')];
    const steps: readonly (readonly [name: string, weight: number, step: () => Promise<unknown>])[] = [
      ['posted', 6, () => postedDocument(org, document())],
      ['approved', 2, () => approvedDocument(org, document())],
      ['a draft posted', 9, postDraft],
      ['a draft changed', 2, edit],
      ['reversed', 3, () => withId(['POSTED'], reverse)],
      [
        'canceled',
        2,
        () =>
          withId(['APPROVED', 'DRAFT'], (id) =>
            runForOutput(cancelTransaction, accountant, { id, reason: 'Wrong' }),
          ),
      ],
      [
        'a draft removed',
        1,
        () => withId(['DRAFT'], (id) => runForOutput(removeTransaction, accountant, { id })),
      ],
      ['differences accepted', 3, accept],
      ['paired by hand', 3, pairTwo],
      ['mirrors made', 1, () => runForOutput(mirrorMissing, accountant, {})],
      ['accounts set', 1, () => setAccounts(true)],
      ['accounts removed', 1, () => setAccounts(false)],
      ['an account eliminated', 2, () => eliminate(pick(eliminated) ?? accounts.charge, true)],
      ['an account not eliminated', 1, () => eliminate(pick(eliminated) ?? accounts.charge, false)],
      ['a few compared', 3, () => judge(2)],
      ['all compared', 4, () => judge(1_000)],
      ['folded', 3, () => fold(1_000)],
    ];
    const bag = steps.flatMap((step) => Array.from({ length: step[1] }, () => step));
    let asked = 0;
    const [most, left] = [{ open: 0 }, { agreed: 0 }];
    const history: string[] = [];
    while (asked < 500 || most.open < 5 || left.agreed < 5) {
      const [name, , step] = pick(bag) ?? bag[0] ?? ['', 0, async () => undefined];
      history.push(name);
      await step().catch((error: unknown) => {
        if (!(error instanceof Error) || !('refusal' in error)) throw error;
      });
      asked += await compared(`${seed}: ${history.slice(-12).join(', ')}`);
      const every = await everyPair({});
      most.open = Math.max(most.open, every.filter(isOpen).length);
      left.agreed = Math.max(left.agreed, every.length - (await listed()).length);
    }
    expect(asked).toBeGreaterThanOrEqual(500);
    expect(us).not.toBe(de);
  });

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
