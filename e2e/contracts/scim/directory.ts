import type { Role } from '@/core/permissions';
import { newId } from '@/lib/ids';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { type Sent, send } from '../auth/sign-in-fixture';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A SCIM resource, as far as the tests read it. */
export interface Resource {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** An organization with a directory that reports its people. */
export interface Directory {
  readonly org: TestOrganization;
  readonly token: string;
  readonly tokenId: string;
  /** tRPC as a member with that role. */
  as(role: Role): ReturnType<typeof createCaller>;
  send(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Sent>;
  /** Reports a person and returns them; `more` replaces what is reported. */
  tell(more?: Readonly<Record<string, unknown>>): Promise<Resource>;
  /** Reports a group of these people. */
  group(displayName: string, ids?: readonly string[]): Promise<Resource>;
  patch(path: string, ...operations: readonly object[]): Promise<Sent>;
}

/** Opens an organization, on the directory's server or the one named, and gives its directory a token. */
export async function openDirectory(
  name = 'Books with a directory',
  on: { readonly server?: string } = {},
): Promise<Directory> {
  const org = await foundTestOrganization({ name, ...on });
  const as = (role: Role) =>
    createCaller({
      ...createContext({ method: 'POST', header: () => null }),
      principal: async () => org.principals[role],
    });
  const { token, provisioningToken } = await as('admin').provisioning.issueToken({ name: 'Okta' });
  return directoryOf(org, as, token, provisioningToken.id);
}

function directoryOf(org: TestOrganization, as: Directory['as'], token: string, tokenId: string): Directory {
  const ask: Directory['send'] = (method, path, json, headers = {}) =>
    send(method, `/scim/v2${path}`, {
      ...(json === undefined ? {} : { json }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
    });
  const made = async (sent: Sent): Promise<Resource> => {
    if (sent.status !== 201) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`);
    return sent.body as unknown as Resource;
  };
  return {
    org,
    token,
    tokenId,
    as,
    send: ask,
    tell: async (more = {}) => {
      const userName = `p-${newId()}@example.test`;
      return made(await ask('POST', '/Users', { schemas: [USER], userName, ...more }));
    },
    group: async (displayName, ids = []) =>
      made(
        await ask('POST', '/Groups', {
          schemas: [GROUP],
          displayName,
          members: ids.map((value) => ({ value })),
        }),
      ),
    patch: (path, ...operations) => ask('PATCH', path, { schemas: [PATCH], Operations: operations }),
  };
}

/** The member with this address, if there is one. */
export const memberCalled = async (directory: Directory, email: unknown) =>
  (await directory.as('admin').members.list({})).find((member) => member.email === email);

/** The open invitation of this address, if there is one. */
export const invitationOf = async (directory: Directory, email: unknown) =>
  (await directory.as('admin').members.invitations({})).find(
    (invitation) => invitation.email === email && invitation.status === 'PENDING',
  );
