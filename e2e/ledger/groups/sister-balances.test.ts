import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { readSisterBalances } from '@/db/reports/intercompany/sister-balances';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites } from '@/testing/contenders';
import { postedDocument, type TestDocument } from '@/testing/documents';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { runForOutput } from '@/usecases/kit/run';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { randomFrom } from '../../support/sample';
import { planted } from '../evidence/planted-books';
import { foundGroup, type Group, setGroup } from './group';

// Proves the laws ledger/keep-intercompany-days and ledger/fold-ledger of prisma/sql.

let group: Group;
beforeAll(async () => {
  group = await foundGroup();
});
afterAll(closeConnections);

const claim = () => ({ organizationId: group.org.principals.admin.organizationId, userId: null });
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claim(), (tenant) => sql<Row>(tenant, text, values));
const fold = (limit: number) => query('select daybook_fold_ledger($1::int)', [limit]);

/** What each company has with each sister, by reading every line. */
const asLinesSay = (asOf: string) =>
  query<{ own: string; sister: string | null; currency: string; amount: string; base: string }>(
    `select l.subsidiary_id as own, s.sister, l.currency_code as currency, sum(l.debit - l.credit)::text as amount,
       sum(l.base_debit - l.base_credit)::text as base
     from ledger_lines l join accounts c on c.id = l.account_id and c.elimination = 'INTERCOMPANY' and c.account_type in ('ASSET', 'LIABILITY')
     cross join lateral (select coalesce(
       (select a.sister_id from intercompany_accounts a where a.subsidiary_id = l.subsidiary_id and l.account_id in (a.due_from_account_id, a.due_to_account_id)),
       (select p.subsidiary_id from intercompany_parties p where l.entity_id in (p.customer_id, p.vendor_id) and p.subsidiary_id <> l.subsidiary_id)) as sister) s
     where l.posting_date <= $1::date group by 1, 2, 3
     having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0 order by 1, 2, 3`,
    [asOf],
  );

/** Compares what is read with the lines on several days; returns how many balances were compared. */
async function compared(at: string): Promise<number> {
  let balances = 0;
  for (const asOf of ['2026-02-28', '2026-03-05', '2026-12-31']) {
    const rows = await withTenantReport(claim(), (tenant) => readSisterBalances(tenant, { asOf }));
    const found = rows.map(({ subsidiaryId, sisterId, currencyCode, amount, base }) => ({
      ...{ own: subsidiaryId, sister: sisterId, currency: currencyCode, amount, base },
    }));
    const lines = await asLinesSay(asOf);
    expect({ at, asOf, found }).toEqual({ at, asOf, found: lines });
    balances += 1 + lines.length;
  }
  const [verdict] = await query<{ breaches: string }>(
    'select o_balance_breaches::text as breaches from daybook_verify_ledger()',
  );
  expect({ at, verdict }).toEqual({ at, verdict: { breaches: '0' } });
  return balances;
}

const eliminate = (accountId: string, isEliminated: boolean) =>
  query('update accounts set elimination = $2 where organization_id = $3 and id = $1', [
    ...[accountId, isEliminated ? 'INTERCOMPANY' : null, group.org.organizationId],
  ]);

describe('what companies owe one another', () => {
  it('is what their lines add up to, whatever is posted, reversed, set or added to the sums, in any order', async () => {
    const { org, us, de, stands, accounts } = group;
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261215);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const journal = (accountId: string): TestDocument => ({
      kind: 'JOURNAL',
      lines: [
        { unitPrice: '50.00', accountId },
        { unitPrice: '-50.00', accountId: org.account('1110') },
      ],
    });
    const wishes: readonly TestDocument[] = [
      { entityId: stands.de.customer },
      { entityId: stands.de.customer, currencyCode: 'EUR' },
      { kind: 'VENDOR_BILL', entityId: stands.de.vendor },
      { kind: 'VENDOR_BILL', entityId: stands.us.vendor, subsidiaryId: de },
      { entityId: stands.de.customer, subsidiaryId: de },
      {},
      journal(accounts.from),
      journal(accounts.to),
    ];
    const posted: string[] = [];
    const post = async () => {
      const transactionDate = pick(['2026-02-10', '2026-03-05', '2026-04-02']) ?? '2026-03-05';
      const { id } = await postedDocument(org, { transactionDate, ...pick(wishes) });
      posted.push(id);
    };
    const reverse = async () => {
      const id = pick(posted);
      if (id === undefined) return;
      posted.splice(posted.indexOf(id), 1);
      await runForOutput(reverseTransaction, org.callAs('accountant'), {
        ...{ id, reversalReason: 'Wrong', reversalDate: '2026-04-20' },
      });
    };
    const party = (customerId: string | null, vendorId: string | null) =>
      runForOutput(setParty, org.callAs('admin'), {
        ...{ subsidiaryId: de, customerId, vendorId },
        receivableAccountId: accounts.receivable,
        payableAccountId: accounts.payable,
      });
    const between = (isSet: boolean) => {
      const of = (id: string) => (isSet ? id : null);
      return runForOutput(setSisterAccounts, org.callAs('admin'), {
        ...{ subsidiaryId: us, sisterId: de },
        dueFromAccountId: of(accounts.from),
        dueToAccountId: of(accounts.to),
        incomeAccountId: of(accounts.income),
        chargeAccountId: of(accounts.charge),
      });
    };
    const shared = [accounts.receivable, accounts.payable, org.account('1210')];
    const steps: readonly (readonly [name: string, weight: number, step: () => Promise<unknown>])[] = [
      ['posted', 8, post],
      ['reversed', 2, reverse],
      ['added to the sums', 2, () => fold(1_000)],
      ['some added to the sums', 4, () => fold(2)],
      ['a party', 2, () => party(stands.de.customer, stands.de.vendor)],
      ['no party', 1, () => party(null, null)],
      ['accounts', 1, () => between(true)],
      ['no accounts', 1, () => between(false)],
      ['an account eliminated', 3, () => eliminate(pick(shared) ?? accounts.receivable, true)],
      ['an account not eliminated', 2, () => eliminate(pick(shared) ?? accounts.receivable, false)],
    ];
    const bag = steps.flatMap((step) => Array.from({ length: step[1] }, () => step));
    const history: string[] = [];
    let asked = 0;
    while (asked < 500) {
      const [name, , step] = pick(bag) ?? bag[0] ?? ['', 0, async () => undefined];
      history.push(name);
      await step().catch((error: unknown) => {
        if (!(error instanceof Error) || !('refusal' in error)) throw error;
      });
      asked += await compared(`${seed}: ${history.slice(-10).join(', ')}`);
    }
    expect(asked).toBeGreaterThanOrEqual(500);
  });

  it('holds when an account comes to be eliminated while documents are posted and added to the sums', async () => {
    const { org, stands, accounts } = group;
    await setGroup(group);
    for (const isEliminated of [true, false, true]) {
      await eliminate(accounts.receivable, !isEliminated);
      for (const _ of [1, 2]) {
        await postedDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' });
      }
      const post = () => postedDocument(org, { entityId: stands.de.customer, transactionDate: '2026-03-06' });
      await contend<unknown>(
        async (client) => {
          await holdWrites(org.organizationId)(client);
          await client.query(`select pg_advisory_xact_lock(hashtextextended('fold:' || $1::text, 0))`, [
            org.organizationId,
          ]);
        },
        [() => eliminate(accounts.receivable, isEliminated), () => fold(1_000), post],
        { waiting: 3 },
      );
      await compared('at the same moment');
      await fold(1_000);
      await compared('after it');
    }
  });

  it('is verified: a sum of a counterparty that differs from its lines is named', async () => {
    const { org } = group;
    await fold(1_000);
    const verify = async () =>
      (await runForOutput(verifyBooks, org.callAs('auditor'), {})).breaches.filter(
        ({ check }) => check === 'BALANCES',
      );
    expect(await verify()).toEqual([]);
    for (const change of [
      'update intercompany_days set base = base + 1 where organization_id = $org',
      'delete from intercompany_days where organization_id = $org',
    ]) {
      const { answer, changed } = await planted(org.organizationId, ['intercompany_days'], change, verify);
      expect(changed).toBeGreaterThan(0);
      expect(answer).not.toEqual([]);
    }
  });
});
