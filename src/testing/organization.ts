import { principalFrom } from '@/auth/principal';
import { ROLES, type Role } from '@/core/permissions';
import type { Principal, Surface } from '@/core/principal';
import type { TransactionKind } from '@/core/transactions/kinds';
import { insertRows } from '@/db/bulk';
import { insertUser } from '@/db/stores/people/members';
import { placeNewOrganization } from '@/db/stores/placements';
import { isAtDirectory, sql, withTenantSql } from '@/db/tenancy';
import { type Clock, systemClock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { foundOrganization } from '@/usecases/organizations/found-organization';

export interface TestOrganizationOptions {
  readonly name?: string;
  readonly baseCurrency?: string;
  readonly fiscalYearStartMonth?: number;
  /** The server of its books; the directory by default. */
  readonly server?: string;
  /** The accounting day; the run's DAYBOOK_TODAY by default. */
  readonly today?: string;
}

/** A complete organization for one test, without postings. */
export interface TestOrganization {
  readonly organizationId: string;
  /** One user per role, each a member with that role only. */
  readonly users: Readonly<
    Record<Role, { readonly id: string; readonly email: string; readonly name: string }>
  >;
  readonly principals: Readonly<Record<Role, Principal>>;
  readonly clock: Clock;
  callAs(role: Role, options?: Partial<Call> & { readonly surface?: Surface }): Call;
  readonly ids: {
    readonly rootSubsidiary: string;
    readonly accounts: Readonly<Record<string, string>>;
    readonly types: Readonly<Record<TransactionKind, string>>;
    readonly taxCodes: Readonly<Record<string, string>>;
    readonly taxCode: string;
    readonly customer: string;
    readonly vendor: string;
    readonly employee: string;
  };
  /** The account with that code in the default chart; throws when there is none. */
  account(code: string): string;
}

/** Creates an organization through the use-case, with a member per role, a customer, a vendor and an employee. */
export async function foundTestOrganization(
  options: TestOrganizationOptions = {},
): Promise<TestOrganization> {
  const organizationId = newId();
  const clock = systemClock(options.today ?? process.env.DAYBOOK_TODAY);
  const entries = ROLES.map((role) => {
    const id = newId();
    return [role, { id, email: `${role}-${id}@example.test`, name: `${role} of the test` }] as const;
  });
  const users = Object.fromEntries(entries) as TestOrganization['users'];
  const principals = Object.fromEntries(
    entries.map(([role, user]) => [
      role,
      principalFrom({
        organizationId,
        actorKind: 'user',
        actorId: user.id,
        actorName: user.name,
        roles: [role],
        credential: `user:${user.id}`,
      }),
    ]),
  ) as Record<Role, Principal>;
  const callAs: TestOrganization['callAs'] = (role, more = {}) => ({
    principal: principals[role],
    surface: 'C',
    requestId: newId(),
    clock,
    ...more,
  });
  const claim = { organizationId: principals.admin.organizationId, userId: users.admin.id };
  if (options.server !== undefined) await placeNewOrganization(organizationId, options.server);
  await withTenantSql(claim, async (tenant) => {
    if (!isAtDirectory(tenant)) {
      for (const [, user] of entries) await insertUser(tenant, { ...user, passwordHash: null });
      return;
    }
    await sql(
      tenant,
      `insert into users (id, email, name) select id, email, name from jsonb_to_recordset($1::jsonb) as u(id uuid, email text, name text)`,
      [JSON.stringify(entries.map(([, user]) => user))],
    );
  });
  const founded = await runForOutput(foundOrganization, callAs('admin'), {
    name: options.name ?? 'Test organization',
    baseCurrency: options.baseCurrency ?? 'USD',
    fiscalYearStartMonth: options.fiscalYearStartMonth ?? 1,
  });
  const [customer, vendor, employee] = [newId(), newId(), newId()];
  await withTenantSql(claim, async (tenant) => {
    const others = entries.filter(([role]) => role !== 'admin');
    await insertRows(
      tenant,
      'memberships',
      others.map(([role, user]) => ({ id: newId(), userId: user.id, roles: [role], subsidiaryIds: [] })),
    );
    await insertRows(tenant, 'customers', [{ id: customer, companyName: 'Northwind' }]);
    await insertRows(tenant, 'vendors', [{ id: vendor, code: 'VEND-00001', name: 'Paper Mill' }]);
    await insertRows(tenant, 'employees', [{ id: employee, name: 'Ada Byron', entityTypes: ['Employee'] }]);
  });
  return {
    organizationId,
    users,
    principals,
    clock,
    callAs,
    ids: {
      rootSubsidiary: founded.rootSubsidiaryId,
      accounts: founded.accountIdByCode,
      types: founded.transactionTypeIdByKind,
      taxCodes: founded.taxCodeIdByCode,
      taxCode: founded.taxCodeIdByCode.STANDARD ?? '',
      customer,
      vendor,
      employee,
    },
    account(code) {
      const id = founded.accountIdByCode[code];
      if (id === undefined) throw new Error(`the default chart has no account ${code}`);
      return id;
    },
  };
}
