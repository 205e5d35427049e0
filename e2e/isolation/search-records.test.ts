import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { createEmployee } from '@/usecases/employees/employee-records';
import { listEmployees } from '@/usecases/employees/list-employees';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { leadVerbs } from '@/usecases/leads/lead-records';
import { createCompany } from '@/usecases/projects/company-records';
import { createProject, listProjects } from '@/usecases/projects/project-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';

// Proves the law sales/search-parties of prisma/sql for the records that a company gathers, each by the list of its screen.

type Call = ReturnType<TestOrganization['callAs']>;

let ours: TestOrganization;
let theirs: TestOrganization;
let branch: string;

const names = (found: Promise<{ readonly rows: readonly { readonly name?: string | null }[] }>) =>
  found.then(({ rows }) => rows.map(({ name }) => name ?? '').sort());
const LISTS = {
  lead: (call: Call, search: string) => names(runForOutput(leadVerbs.page, call, { search })),
  employee: (call: Call, search: string) => names(runForOutput(listEmployees, call, { search })),
  subscription: (call: Call, search: string) => names(runForOutput(subscriptionVerbs.page, call, { search })),
  item: (call: Call, search: string) => names(runForOutput(itemVerbs.page, call, { search })),
  project: (call: Call, search: string) => names(runForOutput(listProjects, call, { search })),
  vendor: (call: Call, search: string) => names(runForOutput(vendorVerbs.page, call, { search })),
} as const;

beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
  const call = ours.callAs('admin');
  branch = (await runForOutput(createSubsidiary, call, { name: 'Branch', code: 'B' })).id;
  await runForOutput(leadVerbs.create, call, {
    name: 'Harvest Moon',
    company: 'Fields',
    email: 'moon@harvest.example',
  });
  await runForOutput(leadVerbs.create, call, { name: 'Harvester' });
  await runForOutput(createEmployee, call, {
    name: 'Ada Harvest',
    code: 'E-77',
    displayName: 'Countess',
    subsidiaryId: ours.ids.rootSubsidiary,
  });
  await runForOutput(createEmployee, call, { name: 'Harvey of the branch', subsidiaryId: branch });
  const subscription = { customerId: ours.ids.customer, currencyCode: 'USD', startDate: '2026-01-01' };
  await runForOutput(subscriptionVerbs.create, call, {
    ...subscription,
    name: 'Harvest plan',
    subsidiaryId: ours.ids.rootSubsidiary,
  });
  await runForOutput(subscriptionVerbs.create, call, {
    ...subscription,
    name: 'Harvest of the branch',
    subsidiaryId: branch,
  });
  await runForOutput(itemVerbs.create, call, { code: 'SCYTHE-1', name: 'Harvest scythe' });
  const company = await runForOutput(createCompany, call, {
    code: 'CO',
    name: 'Company',
    subsidiaryIds: [ours.ids.rootSubsidiary, branch],
  });
  for (const [code, name, subsidiaryId] of [
    ['P-1', 'Harvest hall', ours.ids.rootSubsidiary],
    ['P-2', 'Harvest of the branch', branch],
  ] as const)
    await runForOutput(createProject, call, {
      companyId: company.id,
      code,
      name,
      subsidiaryId,
      currencyCode: 'USD',
    });
  await runForOutput(vendorVerbs.create, call, { code: 'TOOL-7', name: 'Harvester tools' });
});
afterAll(closeConnections);

describe('a search of the records that a company gathers', () => {
  test.each([
    ['lead', 'a word of the name, ignoring case', 'haRVest', ['Harvest Moon', 'Harvester']],
    ['lead', 'a company', 'field', ['Harvest Moon']],
    ['lead', 'an email address', 'moon@', ['Harvest Moon']],
    ['lead', 'a text across two fields, which none has', 'Moon\nField', []],
    ['lead', 'wildcards, which match only themselves', 'Har%Moon', []],
    ['lead', 'two letters', 'Ha', ['Harvest Moon', 'Harvester']],
    ['employee', 'a word of the name', 'harv', ['Ada Harvest', 'Harvey of the branch']],
    ['employee', 'a code', 'e-77', ['Ada Harvest']],
    ['employee', 'the name they are shown with', 'countess', ['Ada Harvest']],
    ['employee', 'a text across two fields, which none has', 'Harvest\nE-77', []],
    ['subscription', 'a word of the name', 'harvest', ['Harvest of the branch', 'Harvest plan']],
    ['subscription', 'a number', 'subsc-', ['Harvest of the branch', 'Harvest plan']],
    ['subscription', 'a text across two fields, which none has', '1\nHarvest', []],
    ['item', 'a word of the name', 'harvest', ['Harvest scythe']],
    ['item', 'a code', 'scythe-', ['Harvest scythe']],
    ['item', 'a text across both fields, which none has', 'scythe\nSCYTHE', []],
    ['project', 'a word of the name', 'harvest', ['Harvest hall', 'Harvest of the branch']],
    ['project', 'a code', 'p-2', ['Harvest of the branch']],
    ['project', 'a text across both fields, which none has', 'hall\nP-1', []],
    ['vendor', 'a word of the name', 'harvest', ['Harvester tools']],
    ['vendor', 'a code', 'tool-7', ['Harvester tools']],
  ] as const)('finds among those of the kind %s %s', async (noun, _, search, found) => {
    expect(await LISTS[noun](ours.callAs('admin'), search)).toEqual(found);
  });

  test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
    'finds nothing of another organization: %s',
    async (noun) => {
      expect(await LISTS[noun](theirs.callAs('admin'), 'harvest')).toEqual([]);
      const claim = { organizationId: theirs.principals.admin.organizationId, userId: null };
      const found = await withTenantSql(claim, (tenant) =>
        sql(tenant, `select * from daybook_search_parties($1, '%arve%', 1000)`, [noun]),
      );
      expect(found).toEqual([]);
    },
  );

  test('finds for a confined caller nothing of another subsidiary', async () => {
    const call = ours.callAs('admin');
    const confined = { ...call, principal: { ...call.principal, subsidiaryScope: [branch] } };
    expect(await LISTS.employee(confined, 'harv')).toEqual(['Harvey of the branch']);
    expect(await LISTS.subscription(confined, 'harvest')).toEqual(['Harvest of the branch']);
    expect(await LISTS.project(confined, 'harvest')).toEqual(['Harvest of the branch']);
  });
});
