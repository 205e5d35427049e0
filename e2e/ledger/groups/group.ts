import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { listPairs, type PairView } from '@/usecases/intercompany/list-pairs';
import { setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';

export interface Group {
  readonly org: TestOrganization;
  readonly us: string;
  readonly de: string;
  /** The customer and the vendor that represent each company. */
  readonly stands: Readonly<Record<'us' | 'de', { customer: string; vendor: string }>>;
  /** Accounts that consolidation eliminates. */
  readonly accounts: Readonly<Record<'receivable' | 'payable' | 'income' | 'charge' | 'from' | 'to', string>>;
  pairs(question?: object): Promise<PairView[]>;
  /** The only mirror document, as its company sees it. */
  mirror(): Promise<{ readonly id: string }>;
  approve(id: string): Promise<unknown>;
  post(id: string, postingDate: string): Promise<unknown>;
}

/** An American parent and a German company in EUR, at 1.20 dollars until April and 1.25 from then on. */
export async function foundGroup(settings = true): Promise<Group> {
  const org = await foundTestOrganization({ today: '2026-06-30' });
  const admin = org.callAs('admin');
  const us = org.ids.rootSubsidiary;
  const { id: de } = await runForOutput(createSubsidiary, admin, {
    name: 'Berlin',
    code: 'DE',
    parentId: us,
    baseCurrency: 'EUR',
  });
  const rate = (rateDate: string, value: string, rateType = 'SPOT') => ({
    fromCurrency: 'EUR',
    toCurrency: 'USD',
    rateDate,
    rate: value,
    rateType,
  });
  await runForOutput(setExchangeRates, admin, {
    rates: [
      rate('2026-01-01', '1.20'),
      rate('2026-04-01', '1.25'),
      rate('2026-03-31', '1.25', 'CLOSING'),
      rate('2026-03-31', '1.20', 'AVERAGE'),
    ],
    confirmation: 'Rates of the example',
  });
  const account = async (code: string, fields: object) =>
    (
      await runForOutput(accountVerbs.create, admin, {
        code,
        name: `Intercompany ${code}`,
        elimination: 'INTERCOMPANY',
        ...fields,
      } as never)
    ).id;
  const accounts = {
    receivable: await account('1215', { accountType: 'ASSET', controlFor: 'RECEIVABLE' }),
    payable: await account('2115', { accountType: 'LIABILITY', controlFor: 'PAYABLE' }),
    income: await account('4950', { accountType: 'REVENUE' }),
    charge: await account('6950', { accountType: 'EXPENSE' }),
    from: org.account('1610'),
    to: org.account('2510'),
  };
  const party = async (companyName: string) => ({
    customer: (await runForOutput(customerVerbs.create, admin, { companyName } as never)).id,
    vendor: (await runForOutput(vendorVerbs.create, admin, { name: companyName } as never)).id,
  });
  const stands = { us: await party('Head office'), de: await party('Berlin') };
  const group: Group = {
    org,
    us,
    de,
    stands,
    accounts,
    pairs: async (question = {}) => [
      ...(await runForOutput(listPairs, org.callAs('viewer'), question)).pairs,
    ],
    async mirror() {
      const made = (await group.pairs()).flatMap(({ mirror }) => (mirror === null ? [] : [mirror.id]));
      if (made.length !== 1 || made[0] === undefined) throw new Error(`${made.length} mirrors`);
      return runForOutput(getTransaction, org.callAs('viewer'), { id: made[0] });
    },
    approve: (id) => runForOutput(approveTransaction, org.callAs('approver'), { id }),
    post: (id, postingDate) => runForOutput(postTransaction, org.callAs('accountant'), { id, postingDate }),
  };
  if (settings) await setGroup(group);
  return group;
}

/** Sets which customer and vendor represent each company, and the accounts between the two. */
export async function setGroup({ org, us, de, stands, accounts }: Group): Promise<void> {
  const admin = org.callAs('admin');
  for (const [subsidiaryId, one] of [
    [us, stands.us],
    [de, stands.de],
  ] as const) {
    await runForOutput(setParty, admin, {
      subsidiaryId,
      customerId: one.customer,
      vendorId: one.vendor,
      receivableAccountId: accounts.receivable,
      payableAccountId: accounts.payable,
    });
  }
  for (const [subsidiaryId, sisterId] of [
    [us, de],
    [de, us],
  ] as const) {
    await runForOutput(setSisterAccounts, admin, {
      subsidiaryId,
      sisterId,
      dueFromAccountId: accounts.from,
      dueToAccountId: accounts.to,
      incomeAccountId: accounts.income,
      chargeAccountId: accounts.charge,
    });
  }
}

/** An invoice of the American company to the German one, posted on its date: 1,200.00 dollars in March unless it says otherwise. */
export const invoice = ({ org, stands, accounts }: Group, unitPrice = '1200.00', fields: object = {}) =>
  postedDocument(org, {
    entityId: stands.de.customer,
    transactionDate: '2026-03-10',
    lines: [{ unitPrice, accountId: accounts.income }],
    ...fields,
  });

/** What blocks or questions the close of a period about documents between the companies. */
export async function blockers(group: Group, subsidiaryId: string, label: string) {
  const periods = await runForOutput(listPeriods, group.org.callAs('viewer'), { subsidiaryId });
  const id = periods.find((one) => one.label === label)?.id ?? '';
  const found = await runForOutput(periodBlockers, group.org.callAs('viewer'), { id });
  return found.filter(({ blocker }) => blocker === 'INTERCOMPANY').map(({ message }) => message);
}
