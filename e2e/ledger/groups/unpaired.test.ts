import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { readUnpaired, UNPAIRED_CHECK, type UnpairedRow } from '@/db/reports/intercompany/unpaired';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites } from '@/testing/contenders';
import { approvedDocument, createDocument, postedDocument, type TestDocument } from '@/testing/documents';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { runForOutput } from '@/usecases/kit/run';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { randomFrom } from '../../support/sample';
import { planted } from '../evidence/planted-books';
import { foundGroup, type Group, setGroup } from './group';

// Proves the laws documents/unpaired-of, documents/keep-unpaired and documents/fold-unpaired of prisma/sql.

let group: Group;
beforeAll(async () => {
  group = await foundGroup(false);
});
afterAll(closeConnections);

const claim = () => ({ organizationId: group.org.principals.admin.organizationId, userId: null });
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claim(), (tenant) => sql<Row>(tenant, text, values));
const fold = (limit: number) => query('select daybook_fold_ledger($1::int)', [limit]);

type Question = {
  readonly subsidiaryId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** What the list stands for, by reading all documents and all lines: what was between two companies without a pair. */
async function asFactsSay(tenant: Tenant, { subsidiaryId, from, to }: Question): Promise<string[]> {
  const rows = await sql<{ id: string; sister: string; placed: string }>(
    tenant,
    `with found as (
       select t.id, p.subsidiary_id as sister, false as by_account from business_transactions t join intercompany_parties p on t.entity_id in (p.customer_id, p.vendor_id)
       where t.kind <> 'JOURNAL'
       union
       select t.id, a.sister_id, true from business_transactions t join transaction_impact_lines i on i.transaction_id = t.id
       join intercompany_accounts a on a.subsidiary_id = t.subsidiary_id and i.account_id in (a.due_from_account_id, a.due_to_account_id)
     )
     select t.id, f.sister, bool_and(f.by_account)::text as placed from found f join business_transactions t on t.id = f.id and t.subsidiary_id <> f.sister
     where t.transaction_status in ('APPROVED', 'POSTED', 'PAID', 'CLOSED') and t.reverses_transaction_id is null
       and ($1::uuid is null or $1::uuid in (t.subsidiary_id, f.sister))
       and ($2::date is null or coalesce(t.posting_date, t.transaction_date) between $2::date and $3::date)
       and not exists (select from intercompany_pairs p where p.source_id = t.id and p.sister_id = f.sister or p.mirror_id = t.id and p.subsidiary_id = f.sister)
     group by t.id, t.posting_date, t.transaction_date, f.sister order by coalesce(t.posting_date, t.transaction_date), t.id, f.sister`,
    [subsidiaryId ?? null, from ?? null, to ?? '9999-12-31'],
  );
  return rows.map(({ id, sister, placed }) => `${id}/${sister}/${placed}`);
}

const readIn = (tenant: Tenant, question: Question, limit = 1_000) =>
  readUnpaired(tenant, { ...question, limit });
const read = (question: Question) => withTenantReport(claim(), (tenant) => readIn(tenant, question));
const named = (rows: readonly UnpairedRow[]) =>
  rows.map(({ id, sisterId, byAccount }) => `${id}/${sisterId}/${byAccount}`);

interface Compared {
  /** How many questions were asked. */
  readonly asked: number;
  /** How many documents the list has in all. */
  readonly listed: number;
}

/** Compares the list with the facts under every question, in one transaction: each would cost as much to open as to ask. */
const compared = (at: string): Promise<Compared> =>
  withTenantReport(claim(), (tenant) => comparedIn(tenant, at));

async function comparedIn(tenant: Tenant, at: string): Promise<Compared> {
  const { us, de } = group;
  const questions: Question[] = [
    {},
    { subsidiaryId: us },
    { subsidiaryId: de },
    { from: '2026-03-01', to: '2026-03-31' },
    { subsidiaryId: us, from: '2026-02-01', to: '2026-03-31' },
  ];
  let listed = 0;
  for (const question of questions) {
    const facts = await asFactsSay(tenant, question);
    expect({ at, question, unpaired: named(await readIn(tenant, question)).sort() }).toEqual({
      at,
      question,
      unpaired: facts.toSorted(),
    });
    expect((await readIn(tenant, question, 2)).map(({ id }) => id)).toEqual(
      facts.slice(0, 2).map((one) => one.split('/')[0]),
    );
    listed = Math.max(listed, facts.length);
  }
  const disagreements = await sql<{ label: string }>(tenant, UNPAIRED_CHECK, [tenant.organizationId]);
  expect({ at, disagreements }).toEqual({ at, disagreements: [] });
  return { asked: questions.length, listed };
}

/** Documents of each sort: between the two by a counterparty or by an account, or with someone else. */
function wishes(): TestDocument[] {
  const { org, stands, accounts, de } = group;
  const journal = (accountId: string, unitPrice: string) => ({
    kind: 'JOURNAL' as const,
    lines: [
      { unitPrice, accountId },
      {
        unitPrice: unitPrice.startsWith('-') ? unitPrice.slice(1) : `-${unitPrice}`,
        accountId: org.account('1110'),
      },
    ],
  });
  return [
    { entityId: stands.de.customer },
    { kind: 'VENDOR_BILL', entityId: stands.de.vendor },
    { kind: 'VENDOR_BILL', entityId: stands.us.vendor, subsidiaryId: de },
    { kind: 'CUSTOMER_PAYMENT', entityId: stands.de.customer },
    journal(accounts.from, '50.00'),
    journal(accounts.to, '-30.00'),
    // Of an outside vendor, and partly for the sister; of the sister, and partly on the account between the two.
    {
      kind: 'VENDOR_BILL',
      lines: [{ unitPrice: '60.00' }, { unitPrice: '40.00', accountId: accounts.from }],
    },
    {
      entityId: stands.de.customer,
      lines: [{ unitPrice: '60.00' }, { unitPrice: '40.00', accountId: accounts.from }],
    },
    // Of the company that the customer represents: not between two.
    { entityId: stands.de.customer, subsidiaryId: de },
    {},
  ];
}

describe('documents between subsidiaries without a pair', () => {
  it('are those that the documents, the settings and the pairs name, in any order of what happens and however far the list has come', async () => {
    const { org, us, de, stands, accounts } = group;
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261215);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const any = async (statuses: readonly string[]) =>
      pick(
        await query<{ id: string; kind: string; subsidiary: string }>(
          `select id, kind, subsidiary_id as subsidiary from business_transactions where transaction_status = any ($1) and reverses_transaction_id is null order by id`,
          [statuses],
        ),
      )?.id;
    const party = (subsidiaryId: string, customerId: string | null, vendorId: string | null) =>
      runForOutput(setParty, org.callAs('admin'), {
        ...{ subsidiaryId, customerId, vendorId },
        receivableAccountId: accounts.receivable,
        payableAccountId: accounts.payable,
      });
    const between = (subsidiaryId: string, sisterId: string, isSet: boolean) => {
      const of = (id: string) => (isSet ? id : null);
      return runForOutput(setSisterAccounts, org.callAs('admin'), {
        ...{ subsidiaryId, sisterId },
        dueFromAccountId: of(accounts.from),
        dueToAccountId: of(accounts.to),
        incomeAccountId: of(accounts.income),
        chargeAccountId: of(accounts.charge),
      });
    };
    const make = async (isPosted: boolean) => {
      const document: TestDocument = {
        transactionDate: pick(['2026-02-10', '2026-03-05', '2026-03-31', '2026-04-02']) ?? '2026-03-05',
        ...pick(wishes()),
      };
      await (isPosted ? postedDocument : approvedDocument)(org, document);
    };
    // What is refused (a document that is paired, a status that does not allow it) is one more thing that may happen.
    const reverse = async () => {
      const id = await any(['POSTED']);
      if (id === undefined) return;
      await runForOutput(reverseTransaction, org.callAs('accountant'), {
        ...{ id, reversalReason: 'Wrong', reversalDate: '2026-04-20' },
      });
    };
    const cancel = async () => {
      const id = await any(['APPROVED']);
      if (id !== undefined)
        await runForOutput(cancelTransaction, org.callAs('accountant'), { id, reason: 'Wrong' });
    };
    const post = async () => {
      const id = await any(['APPROVED']);
      if (id !== undefined) await group.post(id, '2026-04-03');
    };
    const pairTwo = async () => {
      const source = await any(['APPROVED', 'POSTED', 'DRAFT']);
      const mirror = await any(['APPROVED', 'POSTED', 'DRAFT']);
      if (source === undefined || mirror === undefined) return;
      await runForOutput(pairDocuments, org.callAs('accountant'), { sourceId: source, mirrorId: mirror });
    };
    const removeDraft = async () => {
      const id = await any(['DRAFT']);
      if (id !== undefined) await runForOutput(removeTransaction, org.callAs('accountant'), { id });
    };
    const steps: readonly (readonly [name: string, weight: number, step: () => Promise<unknown>])[] = [
      ['posted', 8, () => make(true)],
      ['approved', 3, () => make(false)],
      ['an approved one posted', 2, post],
      ['reversed', 3, reverse],
      ['canceled', 2, cancel],
      ['folded a little', 4, () => fold(2)],
      ['folded', 2, () => fold(1_000)],
      ['paired by hand', 6, pairTwo],
      ['a draft removed', 2, removeDraft],
      ['mirrors made', 1, () => runForOutput(mirrorMissing, org.callAs('accountant'), {})],
      ['a party set', 2, () => party(de, stands.de.customer, pick([stands.de.vendor, null]) ?? null)],
      ['another party set', 1, () => party(us, null, stands.us.vendor)],
      ['a party that is another customer', 1, () => party(de, org.ids.customer, null)],
      ['no party', 1, () => party(de, null, null)],
      ['accounts set', 2, () => between(us, de, true)],
      ['accounts removed', 1, () => between(us, de, false)],
    ];
    const bag = steps.flatMap((step) => Array.from({ length: step[1] }, () => step));
    let asked = 0;
    let most = 0;
    const history: string[] = [];
    while (asked < 500 || most < 5) {
      const [name, , step] = pick(bag) ?? bag[0] ?? ['', 0, async () => undefined];
      history.push(name);
      await step().catch((error: unknown) => {
        if (!(error instanceof Error) || !('refusal' in error)) throw error;
      });
      const found = await compared(`${seed}: ${history.slice(-12).join(', ')}`);
      asked += found.asked;
      most = Math.max(most, found.listed);
    }
    expect(asked).toBeGreaterThanOrEqual(500);
  });

  it('are listed once they are posted, where the settings that name them are younger than their approval', async () => {
    const { org, us, de, stands, accounts } = group;
    await query('delete from intercompany_parties');
    await query('delete from intercompany_accounts');
    const due = (unitPrice: string, accountId: string) => ({ unitPrice, accountId });
    const documents = [
      await approvedDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-07' }),
      await approvedDocument(org, {
        kind: 'JOURNAL',
        transactionDate: '2026-03-07',
        lines: [due('7.00', accounts.from), due('-7.00', org.account('1110'))],
      }),
    ];
    await setGroup(group);
    await compared('approved');
    for (const { id } of documents) await group.post(id, '2026-03-08');
    await compared('posted');
    await fold(1_000);
    await compared('listed');
    const unpaired = await read({ subsidiaryId: us, from: '2026-03-08', to: '2026-03-08' });
    expect(unpaired.map(({ id, sisterId }) => [id, sisterId])).toEqual(
      documents.map(({ id }) => [id, de]).toSorted(),
    );
  });

  it('are listed again when the draft they were paired with is deleted', async () => {
    const { org, us, de, stands } = group;
    await setGroup(group);
    // Approved with no one in the group, so that no mirror is made of it.
    await query('delete from intercompany_parties');
    const bill = await postedDocument(org, {
      ...{ kind: 'VENDOR_BILL', subsidiaryId: de, entityId: stands.us.vendor, transactionDate: '2026-03-12' },
    });
    await setGroup(group);
    const draft = await createDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-12' });
    await runForOutput(pairDocuments, org.callAs('accountant'), { sourceId: draft.id, mirrorId: bill.id });
    await fold(1_000);
    const listedOn = () => read({ from: '2026-03-12', to: '2026-03-12' });
    expect(await listedOn()).toEqual([]);
    await runForOutput(removeTransaction, org.callAs('accountant'), { id: draft.id });
    await compared('deleted');
    expect(await listedOn()).toMatchObject([{ id: bill.id, sisterId: us }]);
  });

  it('are listed when the settings change, a document is posted and another is paired at the same moment as the list is kept', async () => {
    const { org, stands } = group;
    for (const removed of [true, false, true]) {
      const [kept, lost] = await Promise.all(
        [0, 1].map(() =>
          postedDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' }),
        ),
      );
      const waiting = await approvedDocument(org, {
        entityId: stands.de.customer,
        transactionDate: '2026-03-06',
      });
      const bill = await createDocument(org, {
        ...{ kind: 'VENDOR_BILL', subsidiaryId: group.de, entityId: stands.us.vendor },
        transactionDate: '2026-03-06',
      });
      if (removed) await setGroup(group);
      const outcomes = await contend<unknown>(
        holdWrites(org.organizationId),
        [
          () =>
            runForOutput(setParty, org.callAs('admin'), {
              ...{ subsidiaryId: group.de, customerId: removed ? null : stands.de.customer, vendorId: null },
              receivableAccountId: group.accounts.receivable,
            }),
          () => group.post(waiting.id, '2026-03-09'),
          () =>
            runForOutput(pairDocuments, org.callAs('accountant'), {
              ...{ sourceId: kept?.id ?? '', mirrorId: bill.id },
            }),
          () => fold(1_000),
          () =>
            runForOutput(reverseTransaction, org.callAs('accountant'), {
              ...{ id: lost?.id ?? '', reversalReason: 'Wrong', reversalDate: '2026-04-20' },
            }),
        ],
        { waiting: 4 },
      );
      expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'fulfilled'));
      await compared('at the same moment');
      await fold(1_000);
      await compared('after it');
    }
  });

  it('that the list lacks, or has without reason, are named by a full verification', async () => {
    await setGroup(group);
    const { org, stands } = group;
    await postedDocument(org, { transactionDate: '2026-03-06' });
    const { org: own } = group;
    await query('delete from intercompany_parties');
    await postedDocument(own, { entityId: stands.de.customer, transactionDate: '2026-03-06' });
    await fold(1_000);
    await setGroup(group);
    const verify = async () =>
      (await runForOutput(verifyBooks, own.callAs('auditor'), {})).breaches
        .filter(({ check }) => check === 'INTERCOMPANY')
        .map(({ message }) => message)
        .join();
    for (const change of [
      `delete from intercompany_unpaired where organization_id = $org`,
      `insert into intercompany_unpaired select t.organization_id, t.id, '${group.de}', t.subsidiary_id, t.posting_date from business_transactions t
         where t.organization_id = $org and t.kind = 'INVOICE' and t.entity_id = '${org.ids.customer}' and t.transaction_status = 'POSTED'`,
    ]) {
      expect(await verify()).not.toContain('missing in the list');
      const { answer, changed } = await planted(
        own.organizationId,
        ['intercompany_unpaired'],
        change,
        verify,
      );
      expect(changed).toBeGreaterThan(0);
      expect(answer).toContain('missing in the list');
    }
  });
});
