import SCIMMY from 'scimmy';
import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { defineRoute } from '../kit/route';
import { answering, locationOf, scimJson } from './fields/messages';
import { listResponse, MOST_RESULTS } from './fields/pages';
import { KEPT_OF_USER } from './fields/users';

const nothing = z.object({});
const common = {
  tag: 'SCIM',
  ignoresUnknown: true,
  method: 'GET',
  query: nothing,
  body: null,
  success: { status: 200, schema: null },
} as const;

const { User, Group } = SCIMMY.Schemas;
const { SchemaDefinition } = SCIMMY.Types;

/** The User schema with the attributes that are stored; the other ones of RFC 7643 are accepted and ignored. */
const userSchema = new SchemaDefinition(
  User.definition.name,
  User.definition.id,
  User.definition.description,
  [...KEPT_OF_USER.filter((name) => name !== 'externalId'), 'groups'].map((name) =>
    User.definition.attribute(name),
  ),
);
const SCHEMAS = [userSchema, Group.definition];

const TYPES = [
  { name: 'User', endpoint: '/Users', schema: User.definition },
  { name: 'Group', endpoint: '/Groups', schema: Group.definition },
] as const;

const typeOf = ({ name, endpoint, schema }: (typeof TYPES)[number]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint,
  description: schema.description,
  schema: schema.id,
  meta: { resourceType: 'ResourceType', location: locationOf('ResourceTypes', name) },
});

const config = defineRoute({
  ...common,
  operation: 'scim.config',
  section: 'RFC 7644, 4',
  path: '/scim/v2/ServiceProviderConfig',
  summary: 'The parts of SCIM that are supported',
  params: nothing,
  handle: async () =>
    scimJson(200, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MOST_RESULTS },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'The token that an administrator creates under Members, Provisioning.',
          specUri: 'https://www.rfc-editor.org/info/rfc6750',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: locationOf('ServiceProviderConfig') },
    }),
});

const types = defineRoute({
  ...common,
  operation: 'scim.types.list',
  section: 'RFC 7644, 4',
  path: '/scim/v2/ResourceTypes',
  summary: 'The kinds of resources',
  params: nothing,
  handle: async () => scimJson(200, listResponse(TYPES.map(typeOf), TYPES.length, { skip: 0 })),
});

const type = defineRoute({
  ...common,
  operation: 'scim.types.get',
  section: 'RFC 7644, 4',
  path: '/scim/v2/ResourceTypes/{id}',
  summary: 'One kind of resource',
  params: z.object({ id: z.string() }),
  handle: async ({ params }) => {
    const found = TYPES.find(({ name }) => name === params.id) ?? refuseUnknown('resource type', params.id);
    return scimJson(200, typeOf(found));
  },
});

const schemas = defineRoute({
  ...common,
  operation: 'scim.schemas.list',
  section: 'RFC 7644, 4',
  path: '/scim/v2/Schemas',
  summary: 'The attributes of the resources',
  params: nothing,
  handle: async () => {
    const shown = SCHEMAS.map((schema) => schema.describe(locationOf('Schemas')));
    return scimJson(200, listResponse(shown, shown.length, { skip: 0 }));
  },
});

const schema = defineRoute({
  ...common,
  operation: 'scim.schemas.get',
  section: 'RFC 7644, 4',
  path: '/scim/v2/Schemas/{id}',
  summary: 'The attributes of one kind of resource',
  params: z.object({ id: z.string() }),
  handle: answering(async ({ params }) => {
    const found = SCHEMAS.find(({ id }) => id === params.id) ?? refuseUnknown('schema', params.id);
    return scimJson(200, found.describe(locationOf('Schemas')));
  }),
});

function refuseUnknown(noun: string, id: string): never {
  refuse('NOT_FOUND', `No ${noun} has this ID.`, { noun, id: id.slice(0, 200) });
}

/** What the service offers (RFC 7644, section 4). */
export const serviceRoutes = [config, types, type, schemas, schema];
