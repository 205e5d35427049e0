import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import { restRouter } from '@/surfaces/rest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

export const PASSWORD = 'a password of the tests';

/** An organization whose eight users can sign in with PASSWORD. */
export async function organizationWithPasswords(): Promise<TestOrganization> {
  const organization = await foundTestOrganization();
  await givePasswords(organization);
  return organization;
}

/** Gives the eight users of an organization PASSWORD. */
export async function givePasswords({ principals, users }: TestOrganization): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await withTenantSql({ organizationId: principals.admin.organizationId, userId: null }, (tenant) =>
    sql(tenant, 'update users set password_hash = $1 where id = any($2::uuid[])', [
      passwordHash,
      Object.values(users).map(({ id }) => id),
    ]),
  );
}

export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Record<string, unknown>;
}

/** Sends a request to the REST core, in process, from the test's own address. */
export async function send(
  method: string,
  path: string,
  options: {
    readonly json?: unknown;
    readonly form?: Record<string, string>;
    readonly headers?: Record<string, string>;
    readonly address?: string;
  } = {},
): Promise<Sent> {
  const { json, form, headers = {}, address = '' } = options;
  const body =
    form !== undefined
      ? new URLSearchParams(form).toString()
      : json === undefined
        ? undefined
        : JSON.stringify(json);
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const request = new Request(`http://daybook.test${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const answer = await restRouter().handle(inboundFromRequest(request, address));
  if (answer === null || !('body' in answer)) throw new Error(`${method} ${path} was not answered whole`);
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer.body === '' ? {} : JSON.parse(answer.body),
  };
}

export const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });

/** Requests a token with the password grant. */
export function signIn(email: string, password = PASSWORD, more: Record<string, string> = {}): Promise<Sent> {
  return send('POST', '/auth/token', { json: { grant_type: 'password', email, password, ...more } });
}

/** The name an organization's sign-in page has in its address. */
export const slugOf = (organizationId: string): Promise<string> =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ slug: string }>('select slug from organizations where id = $1', [
      organizationId,
    ]);
    return rows[0]?.slug ?? '';
  });

/** How many people of an organization are connected to a provider's subject. */
export const subjectsOf = (organizationId: string, subject: string): Promise<number> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from provider_people where subject = $1',
      [subject],
    );
    return rows[0]?.n ?? 0;
  });
