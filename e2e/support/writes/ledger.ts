import { newId } from '@/lib/ids';
import { approvedDocument, createDocument, documentBody, postedDocument } from '@/testing/documents';
import { MET } from '../../revenue/books';
import type { Recipe, Recipes, WriteWorld } from './world';

const draft = async ({ org }: WriteWorld) => ({ id: (await createDocument(org)).id });
const approved = async ({ org }: WriteWorld) => ({ id: (await approvedDocument(org)).id });
const posted = async ({ org }: WriteWorld) => ({ id: (await postedDocument(org)).id });

const paid = async ({ org }: WriteWorld) => {
  const invoice = await postedDocument(org);
  const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT' });
  return { paymentId: payment.id, applications: [{ documentId: invoice.id, amount: '40.00' }] };
};

interface Period {
  readonly id: string;
  readonly label: string;
}

const firstPeriod = async (world: WriteWorld) => {
  const [first] = (await world.call('periods.list', {})) as unknown as Period[];
  return { id: first?.id ?? '' };
};
/** The first period of the books, moved through the steps before the requested one. */
const after =
  (...steps: readonly string[]): Recipe =>
  async (world) => {
    const period = await firstPeriod(world);
    for (const step of steps) await world.call(`periods.${step}`, period);
    return period;
  };

const code = () => newId().slice(-6).toUpperCase();
const transactionType: Recipe = async () => {
  const unique = code();
  return { code: `T${unique}`, name: 'Special journal', kind: 'JOURNAL', numberPrefix: `T${unique}` };
};
const taxCode: Recipe = async () => ({
  code: `TX${code()}`,
  name: 'City tax',
  rates: [{ ratePercent: '5', validFrom: '2026-01-01' }],
});
const ruleOfBranch: Recipe = async (world) => ({
  transactionTypeId: world.org.ids.types.INVOICE,
  subsidiaryId: (await world.call('subsidiaries.create', { name: 'Branch', code: newId() })).id,
  controlAccountId: world.org.account('1210'),
});
const madeOf =
  (noun: string, recipe: Recipe): Recipe =>
  async (world) => ({
    id: (await world.call(`${noun}.create`, await recipe(world))).id,
  });
const currencies = ['KWD', 'XOF', 'ISK'];
const rates: Recipe = async () => ({
  rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-01', rate: '1.1' }],
});

/** Documents, periods and the setup of the ledger. */
export const ledgerRecipes: Recipes = {
  'transactions.create': async ({ org }) => documentBody(org),
  'transactions.createBatch': async ({ org }) => ({ items: [documentBody(org), documentBody(org)] }),
  'transactions.createEmpty': async () => ({ kind: 'JOURNAL' }),
  'transactions.duplicate': posted,
  'transactions.update': async (world) => ({ ...(await draft(world)), transaction: { memo: 'Changed' } }),
  'transactions.remove': draft,
  'transactions.submit': draft,
  'transactions.approve': draft,
  'transactions.approveAndPost': async (world) => ({ items: [await draft(world), await draft(world)] }),
  'transactions.reject': async (world) => {
    const { id } = await draft(world);
    await world.call('transactions.submit', { id });
    return { id, reason: 'Not ours' };
  },
  'transactions.cancel': draft,
  'transactions.post': approved,
  'transactions.postBatch': async (world) => ({
    ids: [(await approved(world)).id, (await approved(world)).id],
  }),
  'transactions.reverse': async (world) => ({ ...(await posted(world)), reversalReason: 'Wrong' }),
  'transactions.applyPayment': paid,
  'transactions.recordPayment': async ({ org }) => ({
    transaction: documentBody(org, { kind: 'CUSTOMER_PAYMENT' }).transaction,
    amount: '40.00',
    how: 'post',
  }),
  'transactions.applyPayments': async (world) => ({ payments: [await paid(world)] }),
  'transactions.confirmRate': async (world) => {
    await world.call('setup.exchangeRates.set', await rates(world));
    const eur = { currencyCode: 'EUR', exchangeRate: '11', transactionDate: '2026-11-02' };
    return { id: (await createDocument(world.org, eur)).id, reason: 'Agreed with the bank' };
  },
  'transactions.unapplyPayment': async (world) => {
    const input = await paid(world);
    await world.call('transactions.applyPayment', input);
    const [application] = (await world.call('transactions.applications', {
      transactionId: input.paymentId,
    })) as unknown as { id: string }[];
    return { applicationId: application?.id };
  },
  'periods.softClose': firstPeriod,
  'periods.close': after('softClose'),
  'periods.closeThrough': firstPeriod,
  'periods.lock': after('softClose', 'close'),
  'periods.reopen': async (world) => ({
    ...(await after('softClose')(world)),
    reason: 'Forgotten bill',
    until: new Date(world.org.clock.now().getTime() + 86_400_000).toISOString(),
  }),
  'subsidiaries.recordOwnership': async ({ org }) => ({
    id: org.ids.rootSubsidiary,
    percent: '60',
    effectiveDate: '2026-01-01',
    reason: 'Shares were sold',
  }),
  'periods.addAdjustment': async ({ org, call }) => {
    await call('periods.createYear', { fiscalYear: 2040 });
    return { fiscalYear: 2040, subsidiaryId: org.ids.rootSubsidiary };
  },
  'periods.createYear': async () => ({ fiscalYear: 2040 }),
  'periods.createCalendar': async () => ({ name: `Weeks ${code()}`, pattern: '4-4-5', firstWeekday: 7 }),
  'periods.adoptCalendar': async ({ org, call }) => ({
    id: (await call('periods.createCalendar', { name: `Weeks ${code()}`, pattern: '13x4', firstWeekday: 7 }))
      .id,
    subsidiaryId: org.ids.rootSubsidiary,
    firstDay: '2027-01-01',
  }),
  'periods.replan': async ({ org, call }) => {
    // Planned by months, in a year that then gets a calendar of weeks.
    const term = { kind: 'RATABLE', start: '2026-11-01', end: '2030-12-31' };
    const { id } = await call('revenue.contracts.create', {
      customerId: org.ids.customer,
      contractDate: '2026-11-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'A', ssp: '1200', pattern: term }],
      criteria: MET,
    });
    await call('revenue.contracts.activate', { id });
    await call('periods.createYear', { fiscalYear: 2030, pattern: '4-4-5' });
    return { subsidiaryId: org.ids.rootSubsidiary };
  },
  'periods.revalue': async (world) => {
    await world.call('setup.exchangeRates.set', {
      rates: ['2026-10-05', '2026-10-31', '2026-11-01'].map((rateDate, index) => ({
        fromCurrency: 'EUR',
        toCurrency: 'USD',
        rateDate,
        rate: `1.${index + 1}`,
      })),
    });
    await postedDocument(world.org, { currencyCode: 'EUR', transactionDate: '2026-10-05' });
    const all = (await world.call('periods.list', {})) as unknown as Period[];
    return { periodId: all.find(({ label }) => label === '2026-10')?.id };
  },
  'setup.transactionTypes.create': transactionType,
  'setup.transactionTypes.update': async (world) => ({
    ...(await madeOf('setup.transactionTypes', transactionType)(world)),
    data: { name: 'Renamed' },
  }),
  'setup.transactionTypes.remove': madeOf('setup.transactionTypes', transactionType),
  'setup.postingRules.create': ruleOfBranch,
  'setup.postingRules.update': async (world) => ({
    ...(await madeOf('setup.postingRules', ruleOfBranch)(world)),
    data: { controlAccountId: world.org.account('1210'), defaultLineAccountId: world.org.account('4100') },
  }),
  'setup.postingRules.remove': madeOf('setup.postingRules', ruleOfBranch),
  'setup.taxCodes.create': taxCode,
  'setup.taxCodes.update': async (world) => ({
    ...(await madeOf('setup.taxCodes', taxCode)(world)),
    name: 'Renamed',
  }),
  'setup.taxCodes.remove': madeOf('setup.taxCodes', taxCode),
  'setup.currencies.create': async () => ({ code: currencies[0] }),
  'setup.currencies.update': async (world) => ({
    ...(await madeOf('setup.currencies', async () => ({ code: currencies[1] }))(world)),
    recordStatus: 'inactive',
  }),
  'setup.exchangeRates.set': rates,
  'setup.exchangeRates.correct': async (world) => {
    await world.call('setup.exchangeRates.set', await rates(world));
    await postedDocument(world.org, { currencyCode: 'EUR', transactionDate: '2026-11-02' });
    const [rate] = ((await rates(world)) as { rates: object[] }).rates;
    await world.call('setup.exchangeRates.set', { rates: [{ ...rate, rate: '1.2' }] });
    return { subsidiaryId: world.org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-11-01' };
  },
  'setup.exchangeRates.remove': async (world) => {
    await world.call('setup.exchangeRates.set', await rates(world));
    const { rows } = (await world.call('setup.exchangeRates.list', {})) as unknown as {
      rows: { id: string }[];
    };
    return { id: rows[0]?.id };
  },
};
