import { createDocument, postedDocument } from '@/testing/documents';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { sealSecurityLog } from '@/usecases/security/seal-security-log';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../../revenue/books';

/** A small company with something of everything: see the steps. */
export async function furnishedBooks(): Promise<Books> {
  const books = await openBooks('2026-03-31');
  const { org } = books;
  const [accountant, controller, revenue] = (['accountant', 'controller', 'revenue'] as const).map((role) =>
    org.callAs(role),
  ) as [ReturnType<typeof org.callAs>, ReturnType<typeof org.callAs>, ReturnType<typeof org.callAs>];
  const set = (rateDate: string, rate: string, rateType: 'SPOT' | 'CLOSING' = 'SPOT') =>
    runForOutput(setExchangeRates, controller, {
      rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate, rateType }],
      confirmation: 'Rates of the example',
    });
  await set('2026-01-01', '1.10');
  await set('2026-01-20', '1.15');
  await set('2026-01-31', '1.20', 'CLOSING');

  // Documents: with a dimension, reversed, settled with a gain, settled and unapplied, waiting.
  const department = await runForOutput(departmentVerbs.create, org.callAs('admin'), { name: 'Sales' });
  const jan = '2026-01-10';
  await postedDocument(org, {
    transactionDate: jan,
    lines: [{ unitPrice: '250.00', departmentId: department.id }, { unitPrice: '40.00' }],
  });
  const bill = await postedDocument(org, {
    kind: 'VENDOR_BILL',
    transactionDate: jan,
    lines: [{ unitPrice: '70.00' }],
  });
  await runForOutput(reverseTransaction, accountant, {
    id: bill.id,
    reversalReason: 'Twice',
    reversalDate: '2026-01-12',
  });
  const euro = { currencyCode: 'EUR', transactionDate: jan };
  const invoice = await postedDocument(org, { ...euro, lines: [{ unitPrice: '500.00' }] });
  const other = await postedDocument(org, { ...euro, lines: [{ unitPrice: '80.00' }] });
  const payment = await postedDocument(org, {
    ...euro,
    kind: 'CUSTOMER_PAYMENT',
    transactionDate: '2026-01-20',
    lines: [{ unitPrice: '620.00' }],
  });
  const { applications } = await runForOutput(applyPayment, accountant, {
    paymentId: payment.id,
    appliedOn: '2026-01-21',
    applications: [
      { documentId: invoice.id, amount: '500.00' },
      { documentId: other.id, amount: '30.00' },
    ],
  });
  await runForOutput(unapplyPayment, accountant, { applicationId: applications[1]?.id ?? '' });
  await createDocument(org, { transactionDate: jan });

  // Contracts: prepaid for three years and billed by a document; a commission, impaired; a month run.
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2028-12-31',
    price: { fixed: '3600' },
    obligations: [
      {
        key: 'care',
        ssp: '3600',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '3000' });
  await postedDocument(org, {
    transactionDate: jan,
    revenueContractId: contract.id,
    lines: [{ unitPrice: '600.00', accountId: org.account('2310') }],
  });
  await books.tell(contract.id, { kind: 'payment', effectiveDate: '2026-01-15', amount: '1000' });
  const { contract: goods } = await books.contract({
    contractDate: '2026-01-01',
    currencyCode: 'EUR',
    price: { fixed: '900' },
    obligations: [
      { key: 'machine', ssp: '600', pattern: { kind: 'POINT' } },
      { key: 'training', ssp: '300', pattern: { kind: 'POINT' } },
    ],
  });
  const delivered = { effectiveDate: '2026-01-20' };
  await books.tell(
    goods.id,
    { kind: 'delivery', ...delivered, key: 'machine' },
    {
      ...{ kind: 'journal', ...delivered, memo: 'An old machine comes back' },
      lines: [
        { account: 'RETURN_ASSET', debit: '60' },
        { account: 'INVENTORY', credit: '60' },
      ],
    },
  );
  // A machine of February 2028, paid two years ahead: interest accrues on the advance.
  const { contract: advance } = await books.contract({
    contractDate: '2026-01-01',
    price: {
      fixed: '4000',
      financing: { kind: 'ADVANCE', monthsPerPeriod: 12, periods: 2, ratePerPeriod: '0.06' },
    },
    obligations: [{ key: 'press', ssp: '4494.40', pattern: { kind: 'POINT' } }],
  });
  await books.tell(advance.id, { kind: 'payment', effectiveDate: '2026-01-02', amount: '4000' });
  const { cost } = await runForOutput(createCost, revenue, {
    contractId: contract.id,
    kind: 'OBTAIN',
    amount: '2400',
    incurredOn: '2026-01-05',
    contractMonths: 24,
  });
  await books.run('2026-01');
  await runForOutput(impairCost, revenue, { id: cost.id, date: '2026-02-10', expectedConsideration: '2000' });
  await runForOutput(reclassifyBalances, revenue, { period: '2026-01' });

  // Exchange: January revalued, then its rate of the 20th corrected, and revalued again.
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), {});
  const periodId = periods.find(({ label }) => label === '2026-01')?.id ?? '';
  await runForOutput(revaluePeriod, controller, { periodId });
  await set('2026-01-20', '1.16');
  await runForOutput(correctRates, controller, {
    subsidiaryId: org.ids.rootSubsidiary,
    currencyCode: 'EUR',
    from: '2026-01-20',
  });
  await runForOutput(revaluePeriod, controller, { periodId });

  // Nothing is sealed while another transaction, in any database of the server, is still writing.
  for (let unsealed = '1'; unsealed !== '0'; ) {
    await sealAudit(org.principals.admin);
    await sealLedger(org.principals.admin);
    await sealSecurityLog(org.principals.admin);
    const { audit, ledgerChain } = await runForOutput(verifyBooks, org.callAs('auditor'), {});
    unsealed = audit.unsealed === '0' ? ledgerChain.unsealed : audit.unsealed;
  }
  return books;
}

/**
 * Plants a disagreement with the owner's rights and with all triggers and foreign keys off, runs `ask`, and restores the rows of the
 * tables. Returns what `ask` found and how many rows the plant changed.
 */
export async function planted<Answer>(
  organizationId: string,
  tables: readonly string[],
  statement: string,
  ask: () => Promise<Answer>,
): Promise<{ answer: Answer; changed: number }> {
  return withOwner(async (client) => {
    const restore = async () => {
      for (const table of tables) {
        await client.query(`delete from ${table} where organization_id = $1`, [organizationId]);
        await client.query(`insert into ${table} select * from kept_${table}`);
      }
    };
    await client.query('set session_replication_role = replica');
    for (const table of tables) {
      await client.query(
        `create temp table kept_${table} as select * from ${table} where organization_id = '${organizationId}'`,
      );
    }
    const { rowCount } = await client.query(statement.replaceAll('$org', `'${organizationId}'::uuid`));
    try {
      return { answer: await ask(), changed: rowCount ?? 0 };
    } finally {
      await restore();
    }
  });
}
