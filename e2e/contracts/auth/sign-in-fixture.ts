import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { inboundFromRequest } from '@/surfaces/kit/inbound';
import { restRouter } from '@/surfaces/rest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

export const PASSWORD = 'a password of the tests';

/** An organization whose eight users can sign in with PASSWORD. */
export async function organizationWithPasswords(): Promise<TestOrganization> {
  const organization = await foundTestOrganization();
  await givePasswords(organization);
  return organization;
}

async function givePasswords({ principals, users }: TestOrganization): Promise<void> {
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
