import { z } from 'zod';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';
const anId = z.guid();

const user = z.object({
  schemas: z.array(z.literal(`${CORE}User`)),
  userName: z.string(),
  externalId: z.string(),
  name: z.object({ formatted: z.string(), givenName: z.string(), familyName: z.string() }),
  displayName: z.string(),
  emails: z.array(z.object({ value: z.email(), primary: z.boolean() })),
  active: z.boolean(),
});

const group = z.object({
  schemas: z.array(z.literal(`${CORE}Group`)),
  displayName: z.string(),
  externalId: z.string(),
  members: z.array(z.object({ value: anId })),
});

const patchOf = (path: string, value: z.ZodType) =>
  z.object({
    schemas: z.array(z.literal('urn:ietf:params:scim:api:messages:2.0:PatchOp')),
    Operations: z.array(z.object({ op: z.literal('add'), path: z.literal(path), value })),
  });

const BODIES: Readonly<Record<string, z.ZodType>> = {
  'scim.users.create': user,
  'scim.users.replace': user,
  'scim.users.patch': patchOf('displayName', z.string()),
  'scim.groups.create': group,
  'scim.groups.replace': group,
  'scim.groups.patch': patchOf('members', z.array(z.object({ value: anId }))),
};

/** What a SCIM operation reads in its body (RFC 7643, section 4): its own schema says only that it is an object. */
export function scimBody(operation: string): z.ZodType {
  const found = BODIES[operation];
  if (found === undefined) throw new Error(`${operation} takes a body of which the generator knows nothing`);
  return found;
}
