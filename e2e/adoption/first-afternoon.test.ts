import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '@/testing/empty-database';

// docs/guides/first-afternoon.md, step by step, by the verbs its screens call: from an empty database to the first paid invoice.

type Root = typeof import('@/surfaces/trpc/root');
type Caller = ReturnType<Root['createCaller']>;

let database: EmptyDatabase;
/** The tRPC procedures, called with these request headers. */
let doors: (headers?: Readonly<Record<string, string>>) => Caller;
let signIn: typeof import('@/auth/credentials/tokens').tokensForPassword;

beforeAll(async () => {
  database = await emptyDatabase();
  const { createContext } = await import('@/surfaces/trpc/context');
  const { createCaller }: Root = await import('@/surfaces/trpc/root');
  ({ tokensForPassword: signIn } = await import('@/auth/credentials/tokens'));
  doors = (headers = {}) =>
    createCaller(createContext({ method: 'POST', header: (name) => headers[name] ?? null }));
});
afterAll(() => database.leave());

const EMAIL = 'ada@aurora.example';
const PASSWORD = 'plum thunder 42 harbors';

it('the first owner of an empty database founds the books step by step, writes an invoice, and it is paid', async () => {
  const { slug } = await doors().welcome.found({
    secret: (await database.startPrints()) ?? '',
    password: PASSWORD,
    person: { name: 'Ada Byron', email: EMAIL },
    organization: {
      name: 'Aurora Labs',
      baseCurrency: 'EUR',
      countryCode: 'DE',
      fiscalYearStartMonth: 1,
      timeZone: 'Europe/Berlin',
    },
  });
  const { accessToken } = await signIn(
    { email: EMAIL, password: PASSWORD },
    { address: '', userAgent: null },
  );
  const books = doors({ authorization: `Bearer ${accessToken}`, 'x-daybook-organization': slug });

  const begun = await books.founding.show({});
  expect(begun).toMatchObject({ isDismissed: false, isComplete: false, isUnderWay: false });
  const proposed = await books.founding.proposals({});
  expect(proposed).toMatchObject({ countryCode: 'DE', chart: 'IFRS' });

  await books.founding.company({
    name: 'Aurora Labs',
    timeZone: 'Europe/Berlin',
    root: { code: 'AURORA', name: 'Aurora Labs GmbH', countryCode: 'DE' },
    subsidiaries: [{ code: 'UK', name: 'Aurora UK Ltd', countryCode: 'GB', baseCurrency: 'GBP' }],
  });
  const planned = await books.founding.chart({ chart: proposed.chart, $call: { dryRun: true } });
  const chart = await books.founding.chart({ chart: proposed.chart });
  expect(chart.made.map(({ label }) => label)).toEqual(planned.made.map(({ label }) => label));
  await books.founding.calendar({
    pattern: 'MONTHLY',
    startMonth: 1,
    firstFiscalYear: proposed.fiscalYear - 2,
  });
  await books.founding.taxes({
    codes: proposed.taxCodes.map(({ code, name, rates }) => ({
      code,
      name,
      rates: rates.map(({ rate, ...days }) => ({ ...days, ratePercent: rate })),
    })),
  });
  await books.founding.numbers({ series: [{ kind: 'INVOICE', name: 'Invoice', numberPrefix: 'RE' }] });
  await books.founding.skip({ step: 'RULES' });
  await books.founding.revenue({ framework: 'IFRS', sells: ['SUBSCRIPTION', 'SERVICES'] });
  const people = await books.founding.people({
    people: [{ name: 'Kim Lee', email: 'kim@aurora.example', roles: ['accountant'] }],
  });
  expect(people.links).toHaveLength(1);
  expect(await books.founding.show({})).toMatchObject({ isComplete: true });

  const choices = await books.directory.documentChoices({});
  const typeOf = (kind: string) => choices.types.find((one) => one.kind === kind)?.id ?? '';
  const home = choices.subsidiaries.find(({ baseCurrency }) => baseCurrency === 'EUR')?.id ?? '';
  const services = (await books.items.page({ page: 1, limit: 10 })).rows.find(
    ({ code }) => code === 'SERVICES',
  );
  const customer = await books.customers.create({ companyName: 'Kestrel AG' });
  const { today } = await books.session.rights();
  const header = {
    subsidiaryId: home,
    transactionDate: today,
    currencyCode: 'EUR',
    entityType: 'CUSTOMER',
    entityId: customer.id,
  } as const;
  const standard = choices.taxCodes.find(({ code }) => code === 'STANDARD');
  const invoice = await books.transactions.create({
    transaction: { ...header, transactionTypeId: typeOf('INVOICE') },
    lines: [
      {
        lineNumber: 1,
        lineType: 'SERVICE',
        description: 'Onboarding',
        quantity: '1',
        unitPrice: '1000',
        itemId: services?.id ?? null,
        taxCodeId: standard?.id ?? null,
      },
    ],
  });
  expect(invoice).toMatchObject({
    transactionNumber: `RE-${today.slice(0, 4)}-000001`,
    totalAmount: '1190.00',
  });
  await books.transactions.approve({ id: invoice.id });
  await books.transactions.post({ id: invoice.id });
  await books.transactions.recordPayment({
    transaction: { ...header, transactionTypeId: typeOf('CUSTOMER_PAYMENT') },
    amount: '1190',
    applications: [{ documentId: invoice.id, amount: '1190' }],
    how: 'post',
  });
  expect(await books.transactions.get({ id: invoice.id })).toMatchObject({
    status: 'PAID',
    openAmount: '0.00',
  });

  // 1,190.00 came in; 1,000.00 is revenue of services, 190.00 is owed to the state, and no one owes anything.
  const { rows, totals } = await books.reports.trialBalance({ subsidiaryId: home });
  const nets = rows.map(({ code, name, netBalance }) => `${code} ${name} ${netBalance}`);
  expect(nets).toEqual([
    '1110 Current account 1190.00',
    '1210 Trade receivables 0.00',
    '2210 Output VAT payable 190.00',
    '4300 Services revenue 1000.00',
  ]);
  expect(totals.totalDebits).toBe(totals.totalCredits);
});
