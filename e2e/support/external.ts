import type { ApiKeyScope } from '@/core/permissions';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceDAt } from '@/surfaces/d/surface';
import { openDoor, type SendOptions, type Sent } from '@/testing/door';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { createBudget } from '@/usecases/projects/budget-records';
import { recordSnapshot } from '@/usecases/projects/budget-snapshot-records';
import { createBudgetView } from '@/usecases/projects/budget-view-records';
import { createChangeOrder } from '@/usecases/projects/change-order-records';
import { createCommitment } from '@/usecases/projects/commitment-records';
import { createCompany } from '@/usecases/projects/company-records';
import { createPrimeContract } from '@/usecases/projects/prime-contract-records';
import { createProject } from '@/usecases/projects/project-records';

/**
 * An organization with two external companies, each with a project; the first company's project has records of every
 * kind.
 */
export interface ExternalWorld {
  readonly books: TestOrganization;
  readonly companyId: string;
  readonly projectId: string;
  readonly budgetViewId: string;
  readonly snapshotId: string;
  readonly primeContractId: string;
  readonly entryId: string;
  /** The other company: its project, its subsidiary and an entry of that subsidiary. */
  readonly other: {
    companyId: string;
    projectId: string;
    subsidiaryId: string;
    entryId: string;
    periodId: string;
  };
  /** Headers of a new key of a company. */
  headersFor(companyId: string, scopes?: readonly ApiKeyScope[]): Promise<Record<string, string>>;
}

/** Creates these records through the use-cases. */
export async function externalWorld(): Promise<ExternalWorld> {
  const books = await foundTestOrganization({ today: '2026-11-21' });
  const call = () => books.callAs('admin');
  const make = <Input, Output>(useCase: Parameters<typeof runForOutput<Input, Output>>[0], input: object) =>
    runForOutput(useCase, call(), input);
  const subsidiaryId = await secondSubsidiary(books);

  const company = await make(createCompany, {
    code: 'ACME',
    name: 'Acme',
    subsidiaryIds: [books.ids.rootSubsidiary],
  });
  const otherCompany = await make(createCompany, {
    code: 'RIVAL',
    name: 'Rival',
    subsidiaryIds: [subsidiaryId],
  });
  const project = await make(createProject, {
    companyId: company.id,
    code: 'P-1',
    name: 'Harbour Hall',
    subsidiaryId: books.ids.rootSubsidiary,
    currencyCode: 'USD',
  });
  const otherProject = await make(createProject, {
    companyId: otherCompany.id,
    code: 'P-2',
    name: 'Tower',
    subsidiaryId,
    currencyCode: 'USD',
  });
  const budget = await make(createBudget, {
    projectId: project.id,
    name: 'Budget',
    lines: [{ costCode: '03-100', description: 'Concrete', category: 'MATERIAL', originalAmount: '1000' }],
  });
  const view = await make(createBudgetView, { projectId: project.id, budgetId: budget.id, name: 'Standard' });
  await make(createCommitment, {
    projectId: project.id,
    title: 'Concrete works',
    committedOn: '2026-10-01',
    lines: [{ costCode: '03-100', description: 'Slab', quantity: '2.5', unitPrice: '100' }],
  });
  const contract = await make(createPrimeContract, {
    projectId: project.id,
    title: 'Harbour Hall',
    contractDate: '2026-01-15',
    lines: [{ description: 'Works', amount: '10000' }],
  });
  await make(createChangeOrder, {
    primeContractId: contract.id,
    title: 'Windows',
    amount: '750',
    requestedOn: '2026-06-01',
  });
  const snapshot = await make(recordSnapshot, { budgetViewId: view.id, name: 'October' });
  const lines = [
    { code: '1110', debit: '100' },
    { code: '4100', credit: '100' },
  ];
  const [entryId = '', otherEntry = ''] = [
    ...(await appendTestEntries(books, [{ date: '2026-11-02', lines }])),
    ...(await appendTestEntries(books, [{ date: '2026-11-02', lines, subsidiaryId }])),
  ];
  const claim = { organizationId: books.principals.admin.organizationId, userId: null };
  const [period] = await withTenantSql(claim, (tenant) =>
    sql<{ id: string }>(tenant, 'select id from fiscal_periods where subsidiary_id = $1 limit 1', [
      subsidiaryId,
    ]),
  );
  return {
    books,
    companyId: company.id,
    projectId: project.id,
    budgetViewId: view.id,
    snapshotId: snapshot.id,
    primeContractId: contract.id,
    entryId,
    other: {
      companyId: otherCompany.id,
      projectId: otherProject.id,
      subsidiaryId,
      entryId: otherEntry,
      periodId: period?.id ?? '',
    },
    async headersFor(companyId, scopes = []) {
      const { key } = await make(issueApiKey, { name: 'External', companyId, scopes });
      return { 'x-api-key': key, 'x-organization-id': books.organizationId, 'x-company-id': companyId };
    },
  };
}

/** A caller with these headers on a surface D whose rate limiter sees a minute go by between requests. */
export function externalDoor(headers: Readonly<Record<string, string>>) {
  let moment = Date.UTC(2026, 10, 21);
  const door = openDoor(
    surfaceDAt(() => {
      moment += 60_000;
      return new Date(moment);
    }),
  );
  return (method: string, path: string, options: SendOptions = {}): Promise<Sent> =>
    door.send(method, `/api/external/${path}`, { ...options, headers: { ...headers, ...options.headers } });
}

async function secondSubsidiary(books: TestOrganization): Promise<string> {
  const id = newId();
  const claim = { organizationId: books.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await sql(
      tenant,
      `insert into subsidiaries (organization_id, id, name, code, base_currency) values ($1, $2, 'Second', 'SECOND', 'USD')`,
      [books.organizationId, id],
    );
    await sql(
      tenant,
      `insert into fiscal_periods (organization_id, id, subsidiary_id, fiscal_year, period_number, label, start_date, end_date)
       select organization_id, gen_random_uuid(), $1, fiscal_year, period_number, label, start_date, end_date from fiscal_periods`,
      [id],
    );
  });
  return id;
}
