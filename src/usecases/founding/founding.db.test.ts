import { afterAll, describe, expect, test } from 'vitest';
import { CHARTS } from '@/core/ledger/charts/charts';
import { closeConnections } from '@/db/client';
import { contend, wordsOf } from '@/testing/contenders';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { accountVerbs } from '../accounts/account-records';
import { accountTree } from '../accounts/account-tree';
import { runForOutput } from '../kit/run';
import { listMemberInvitations } from '../members/invitation-verbs';
import { listCalendars } from '../periods/list-calendars';
import { listPeriods } from '../periods/list-periods';
import { readPolicies } from '../revenue/setup/policy-records';
import { listTemplates } from '../revenue/setup/template-records';
import { listTaxCodes } from '../setup/tax-codes';
import { listSubsidiaries } from '../subsidiaries/list-subsidiaries';
import { dismissChecklist, skipFoundingStep } from './close-step';
import { foundCalendar } from './found-calendar';
import { foundChart } from './found-chart';
import { foundCompany } from './found-company';
import { foundNumbers } from './found-numbers';
import { foundRevenue } from './found-revenue';
import { foundRules } from './found-rules';
import { foundTaxes } from './found-taxes';
import { invitePeople } from './invite-people';
import { proposeFounding, showFounding } from './show-founding';

afterAll(closeConnections);

const refused = (code: string) => ({ refusal: { code } });
const codesAndNames = async (org: TestOrganization) =>
  (await runForOutput(accountTree, org.callAs('admin'), {}))
    .map(({ code, name }) => `${code} ${name}`)
    .sort();
const chartOf = (choice: keyof typeof CHARTS) =>
  CHARTS[choice].accounts.map(({ code, name }) => `${code} ${name}`).sort();
const stepOf = async (org: TestOrganization, step: string) =>
  (await runForOutput(showFounding, org.callAs('admin'), {})).steps.find((one) => one.step === step);
const holdFounding =
  (org: TestOrganization) => (client: { query(text: string, values: unknown[]): Promise<unknown> }) =>
    client.query(`select pg_advisory_xact_lock(hashtextextended('founding:' || $1::text, 0))`, [
      org.organizationId,
    ]);

describe('founding: the chart of accounts', () => {
  test('a chart is made exactly, documents post by the rules as before, and pressing twice makes nothing more', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const preview = await runForOutput(foundChart, { ...as, dryRun: true }, { chart: 'IFRS' });
    expect(await codesAndNames(org)).toEqual(chartOf('SAAS_US_GAAP'));
    expect(await stepOf(org, 'CHART')).toMatchObject({ state: null, made: [] });
    const step = await runForOutput(foundChart, as, { chart: 'IFRS' });
    expect(await codesAndNames(org)).toEqual(chartOf('IFRS'));
    const words = (made: typeof step.made) => made.map(({ act, label, detail }) => [act, label, detail]);
    expect(words(step.made)).toEqual(words(preview.made));
    expect(await runForOutput(foundChart, as, { chart: 'IFRS' })).toEqual(step);
    await postedDocument(org);
    await postedDocument(org, { kind: 'CUSTOMER_PAYMENT' });
    const later = org.callAs('admin', { expectedVersion: step.version });
    const back = await runForOutput(foundChart, later, { chart: 'GENERAL_US_GAAP' });
    expect(back.made.filter(({ act }) => act === 'KEPT').map(({ label }) => label)).toEqual([
      '1110 Current account',
      '1210 Trade receivables',
    ]);
  });

  test('what people added stays; what another record uses stays and is listed', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    await runForOutput(accountVerbs.create, as, {
      code: '6777',
      name: 'Carnival',
      parentId: org.account('6000'),
    });
    const weekly = { code: 'ZZ', name: 'Local tax', accountId: org.account('1140') };
    const taxes = [{ ...weekly, rates: [{ ratePercent: '3', validFrom: '2026-01-01' }] }];
    await runForOutput(foundTaxes, as, { codes: taxes });
    const { made } = await runForOutput(foundChart, as, { chart: 'OWN' });
    expect(await codesAndNames(org)).toEqual(
      [...chartOf('OWN'), '6777 Carnival', '1140 Petty cash', '1100 Cash and bank']
        .sort()
        .filter((one, index, all) => all.indexOf(one) === index),
    );
    expect(made).toContainEqual(
      expect.objectContaining({ act: 'KEPT', label: '1140 Petty cash', detail: 'in use' }),
    );
  });

  test('two owners at once: the same answer is made once, another is refused and changes nothing', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const same = await contend(holdFounding(org), [
      () => runForOutput(foundChart, as, { chart: 'IFRS' }),
      () => runForOutput(foundChart, as, { chart: 'IFRS' }),
    ]);
    expect(wordsOf(same)).toEqual(['won', 'won']);
    const [first, second] = same.map((one) => (one.status === 'fulfilled' ? one.value : null));
    expect(second).toEqual(first);
    await expect(runForOutput(foundChart, as, { chart: 'OWN' })).rejects.toMatchObject(
      refused('STALE_VERSION'),
    );
    expect(await codesAndNames(org)).toEqual(chartOf('IFRS'));
    expect(await stepOf(org, 'CHART')).toMatchObject({ answers: { chart: 'IFRS' }, version: 1 });
  });
});

describe('founding: the fiscal calendar', () => {
  const periodsOf = async (org: TestOrganization) =>
    (await runForOutput(listPeriods, org.callAs('admin'), { subsidiaryId: org.ids.rootSubsidiary })).map(
      ({ label, startDate, endDate }) => ({ label, startDate, endDate }),
    );

  test('weeks back to the first comparative year, for every subsidiary, without a gap or an overlap', async () => {
    const org = await foundTestOrganization({ today: '2026-11-20' });
    const as = org.callAs('admin');
    const input = { pattern: '4-4-5', startMonth: 1, firstWeekday: 7, firstFiscalYear: 2023 };
    const { made } = await runForOutput(foundCalendar, as, input);
    expect(made.map(({ label }) => label.slice(0, 6))).toEqual([
      '4-4-5 ',
      'FY2023',
      'FY2024',
      'FY2025',
      'FY2026',
      'FY2027',
    ]);
    const periods = await periodsOf(org);
    expect(periods[0]).toEqual({ label: 'FY2023-P01', startDate: '2023-01-01', endDate: '2023-01-28' });
    expect(periods).toHaveLength(60);
    for (const [index, one] of periods.entries()) {
      const next = periods[index + 1];
      if (next !== undefined) expect(Date.parse(next.startDate) - Date.parse(one.endDate)).toBe(86_400_000);
    }
    expect(await runForOutput(foundCalendar, as, input)).toMatchObject({ made });
    await postedDocument(org);
  });

  test('a company that began within a year has a short first year', async () => {
    const org = await foundTestOrganization({ today: '2026-11-20' });
    const input = { pattern: 'MONTHLY', startMonth: 7, firstFiscalYear: 2026, firstDay: '2026-03-15' };
    await runForOutput(foundCalendar, org.callAs('admin'), input);
    const periods = await periodsOf(org);
    expect(periods[0]).toEqual({ label: '2026-03', startDate: '2026-03-15', endDate: '2026-03-31' });
    expect(periods.at(-1)?.endDate).toBe('2028-06-30');
    expect(periods).toHaveLength(4 + 24);
    await expect(
      runForOutput(foundCalendar, (await foundTestOrganization()).callAs('admin'), {
        ...input,
        firstDay: '2025-03-15',
      }),
    ).rejects.toMatchObject(refused('INVALID_INPUT'));
  });

  test('so has one that keeps plain months; nothing else about its calendar changes', async () => {
    const org = await foundTestOrganization({ today: '2026-11-20' });
    const input = { pattern: 'MONTHLY', startMonth: 1, firstFiscalYear: 2026, firstDay: '2026-03-01' };
    await runForOutput(foundCalendar, org.callAs('admin'), input);
    const periods = await periodsOf(org);
    expect([periods[0]?.label, periods.at(-1)?.label, periods.length]).toEqual(['2026-03', '2027-12', 22]);
    expect(await runForOutput(listCalendars, org.callAs('admin'), {})).toEqual([]);
  });

  test('once an entry is posted the calendar stays, to the last period', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org);
    const before = await periodsOf(org);
    const input = { pattern: '13x4', startMonth: 1, firstFiscalYear: 2025 };
    const asked = runForOutput(foundCalendar, org.callAs('admin'), input);
    await expect(asked).rejects.toMatchObject(refused('IN_USE'));
    await expect(asked).rejects.toThrow('Change the calendar as of a later day under Periods.');
    expect(await periodsOf(org)).toEqual(before);
    expect(await runForOutput(listCalendars, org.callAs('admin'), {})).toEqual([]);
    expect(await stepOf(org, 'CALENDAR')).toMatchObject({ state: null });
  });
});

describe('founding: companies, taxes, numbers, rules', () => {
  const company = {
    name: 'Aurora Group',
    timeZone: 'Europe/Berlin',
    root: { code: 'HOLD', name: 'Aurora SE', countryCode: 'DE' },
    subsidiaries: [
      { code: 'UK-OPS', name: 'Aurora Ops', countryCode: 'GB', baseCurrency: 'GBP', parentCode: 'UK' },
      { code: 'UK', name: 'Aurora UK', countryCode: 'GB', baseCurrency: 'GBP', ownershipPercent: '80' },
      { code: 'ELIM', name: 'Eliminations', countryCode: 'DE', baseCurrency: 'EUR', isElimination: true },
    ],
  };

  test('companies are made with their owners, currencies and periods, in whatever order they are given', async () => {
    const org = await foundTestOrganization({ baseCurrency: 'EUR' });
    const as = org.callAs('admin');
    const step = await runForOutput(foundCompany, as, company);
    const { rows } = await runForOutput(listSubsidiaries, as, { page: 1, limit: 50 });
    const code = (id: string | null) => rows.find((row) => row.id === id)?.code ?? null;
    expect(
      rows
        .map((row) => [
          row.code,
          row.baseCurrency,
          code(row.parentId),
          row.isElimination,
          Number(row.ownershipPercent),
        ])
        .sort(),
    ).toEqual([
      ['ELIM', 'EUR', 'HOLD', true, 100],
      ['HOLD', 'EUR', null, false, 100],
      ['UK', 'GBP', 'HOLD', false, 80],
      ['UK-OPS', 'GBP', 'UK', false, 100],
    ]);
    expect(await runForOutput(foundCompany, as, company)).toEqual(step);
    expect((await runForOutput(showFounding, as, {})).name).toBe('Aurora Group');
    const counts = await withOwner((client) =>
      client.query(
        'select count(distinct subsidiary_id)::int as n from fiscal_periods where organization_id = $1',
        [org.organizationId],
      ),
    );
    expect(counts.rows[0]).toEqual({ n: 4 });
  });

  test('an owner that is not among the companies, or a code given twice, is refused and nothing is made', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const [ops] = company.subsidiaries;
    for (const subsidiaries of [
      [ops],
      [{ ...ops, parentCode: 'UK-OPS' }],
      [{ ...ops, code: 'HOLD', parentCode: null }],
    ]) {
      await expect(runForOutput(foundCompany, as, { ...company, subsidiaries })).rejects.toMatchObject(
        refused('INVALID_INPUT'),
      );
    }
    expect((await runForOutput(listSubsidiaries, as, { page: 1, limit: 50 })).rows).toHaveLength(1);
    expect((await runForOutput(showFounding, as, {})).name).toBe('Test organization');
  });

  test('proposed tax codes replace those the organization began with; one that a document uses is switched off', async () => {
    const org = await foundTestOrganization({ baseCurrency: 'EUR' });
    const as = org.callAs('admin');
    await createDocument(org, { currencyCode: 'EUR', lines: [{ taxCodeId: org.ids.taxCodes.REDUCED }] });
    const { taxCodes } = await runForOutput(proposeFounding, as, { countryCode: 'SG' });
    const codes = taxCodes.map(({ code, name, rates }) => ({
      code,
      name,
      rates: rates.map(({ rate, ...dates }) => ({ ...dates, ratePercent: rate })),
    }));
    const step = await runForOutput(foundTaxes, as, { codes });
    const after = await runForOutput(listTaxCodes, as, {});
    expect(
      after.map(({ code, name, recordStatus, rates }) => [code, name, recordStatus, rates.length]),
    ).toEqual([
      ['EXEMPT', 'Exempt', 'active', 1],
      ['REDUCED', 'Reduced VAT', 'inactive', 3],
      ['STANDARD', 'GST', 'active', 3],
      ['ZERO', 'Zero rated', 'active', 1],
    ]);
    expect(step.made.map(({ act, label }) => `${act} ${label}`).sort()).toEqual([
      'CHANGED REDUCED Reduced VAT',
      'CHANGED STANDARD GST',
      'CREATED EXEMPT Exempt',
    ]);
  });

  test('documents get the chosen prefix; a series that gave out a number keeps its own', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const series = [{ kind: 'INVOICE', name: 'Sales invoice', numberPrefix: 'RE' }];
    const { version } = await runForOutput(foundNumbers, as, { series });
    const posted = await postedDocument(org);
    expect(posted.transactionNumber).toBe('RE-2026-000001');
    const again = { series: [{ kind: 'INVOICE', name: 'Sales invoice', numberPrefix: 'SI' }] };
    const later = org.callAs('admin', { expectedVersion: version });
    await expect(runForOutput(foundNumbers, later, again)).rejects.toMatchObject(refused('IN_USE'));
    expect((await postedDocument(org)).transactionNumber).toBe('RE-2026-000002');
  });

  test('rules post to the chosen accounts; a control account of another subledger is refused and nothing changes', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const rule = {
      kind: 'INVOICE',
      controlAccountId: org.account('1210'),
      taxAccountId: org.account('2210'),
      discountAccountId: null,
      bankAccountId: null,
      defaultLineAccountId: org.account('4700'),
      shippingAccountId: null,
    };
    const wrong = { rules: [{ ...rule, controlAccountId: org.account('2110') }] };
    await expect(runForOutput(foundRules, as, wrong)).rejects.toMatchObject(refused('INVALID_INPUT'));
    expect(await stepOf(org, 'RULES')).toMatchObject({ state: null });
    const { made } = await runForOutput(foundRules, as, { rules: [rule] });
    expect(made).toMatchObject([{ act: 'CHANGED', label: 'Invoice', detail: '1210, 2210, 4700' }]);
    const { id } = await postedDocument(org);
    const lines = await withOwner((client) =>
      client.query(
        `select a.code from transaction_impact_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
         where l.organization_id = $1 and l.transaction_id = $2 order by 1`,
        [org.organizationId, id],
      ),
    );
    expect(lines.rows).toEqual([{ code: '1210' }, { code: '4700' }]);
  });
});

describe('founding: revenue and people', () => {
  const answers = {
    framework: 'IFRS',
    sells: ['SUBSCRIPTION', 'USAGE'],
    commissions: 'EXPENSE_SHORT',
    combination: '90',
  };

  test('the answers become a policy and items with their obligations, once', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const step = await runForOutput(foundRevenue, as, answers);
    expect(step.made.map(({ act, label }) => `${act} ${label}`)).toEqual([
      'CREATED Standard',
      'CREATED SUBSCRIPTION Subscription',
      'CREATED USAGE Usage',
    ]);
    expect(await runForOutput(readPolicies, as, {})).toMatchObject([
      {
        code: 'STANDARD',
        framework: 'IFRS',
        costExpedient: true,
        combinationDays: 90,
        oneYearExpedient: true,
      },
    ]);
    expect((await runForOutput(listTemplates, as, {})).map(({ key, pattern }) => [key, pattern])).toEqual([
      ['SUBSCRIPTION', { kind: 'RATABLE' }],
      ['USAGE', { kind: 'USAGE' }],
    ]);
    expect(await runForOutput(foundRevenue, as, answers)).toEqual(step);
    expect(await runForOutput(readPolicies, as, {})).toHaveLength(1);
  });

  test('people are invited once, however many press the button; the links are shown once', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    const people = [{ name: 'Kim Lee', email: 'Kim@aurora.example', roles: ['accountant'] }];
    const first = await runForOutput(invitePeople, as, { people, sendMail: false });
    expect(first.links).toMatchObject([{ email: 'kim@aurora.example' }]);
    const second = await runForOutput(invitePeople, as, { people, sendMail: false });
    expect(second).toEqual({ ...first, links: [] });
    const more = [...people, { name: 'Jo Sun', email: 'jo@aurora.example', roles: ['viewer'] }];
    const later = org.callAs('admin', { expectedVersion: first.version });
    const third = await runForOutput(invitePeople, later, { people: more, sendMail: false });
    expect(third.links.map(({ email }) => email)).toEqual(['jo@aurora.example']);
    expect(await runForOutput(listMemberInvitations, as, {})).toHaveLength(2);
  });
});

describe('founding: who may, and what is left', () => {
  test('a step is skipped and taken later; the checklist is put away and back; nothing else changes by it', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('admin');
    await runForOutput(skipFoundingStep, as, { step: 'CHART' });
    await runForOutput(skipFoundingStep, as, { step: 'CHART' });
    expect(await stepOf(org, 'CHART')).toMatchObject({ state: 'SKIPPED', version: 1 });
    await runForOutput(foundChart, as, { chart: 'SAAS_US_GAAP' });
    expect(await stepOf(org, 'CHART')).toMatchObject({ state: 'DONE', made: [] });
    await expect(runForOutput(skipFoundingStep, as, { step: 'CHART' })).rejects.toMatchObject(
      refused('INVALID_STATUS_TRANSITION'),
    );
    await runForOutput(dismissChecklist, as, { isDismissed: true });
    expect(await runForOutput(showFounding, as, {})).toMatchObject({ isDismissed: true, isComplete: false });
    await runForOutput(dismissChecklist, as, { isDismissed: false });
    expect((await runForOutput(showFounding, as, {})).isDismissed).toBe(false);
  });

  test('only an owner with every subsidiary founds: others are refused and nothing is made', async () => {
    const org = await foundTestOrganization();
    for (const role of ['controller', 'accountant', 'auditor', 'viewer'] as const) {
      await expect(runForOutput(foundChart, org.callAs(role), { chart: 'IFRS' })).rejects.toMatchObject(
        refused('FORBIDDEN'),
      );
    }
    const { principal } = org.callAs('admin');
    const confined = { ...principal, subsidiaryScope: [org.ids.rootSubsidiary] };
    const call = { ...org.callAs('admin'), principal: confined };
    await expect(runForOutput(foundChart, call, { chart: 'IFRS' })).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    const without = new Set(
      [...principal.permissions].filter((permission) => permission !== 'gl.account.write'),
    );
    const lacking = { ...org.callAs('admin'), principal: { ...principal, permissions: without } };
    await expect(runForOutput(foundChart, lacking, { chart: 'IFRS' })).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
    expect(await codesAndNames(org)).toEqual(chartOf('SAAS_US_GAAP'));
    expect(await stepOf(org, 'CHART')).toMatchObject({ state: null });
  });
});
