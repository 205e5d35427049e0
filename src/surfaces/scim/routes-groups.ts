import { z } from 'zod';
import { jsonObject } from '@/usecases/kit/fields';
import { runForOutput } from '@/usecases/kit/run';
import {
  createDirectoryGroup,
  getDirectoryGroup,
  listDirectoryGroups,
  removeDirectoryGroup,
  updateDirectoryGroup,
} from '@/usecases/provisioning/group-verbs';
import { noContent } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { filterFrom } from './fields/filters';
import { groupFrom, groupOf, patchedGroup, plainGroupOf } from './fields/groups';
import {
  answering,
  attributesFrom,
  currentAnswer,
  idIn,
  locationOf,
  onPresent,
  scimJson,
  versionOf,
} from './fields/messages';
import { listQuery, listResponse, oneQuery, pageOf } from './fields/pages';

const NOUN = 'directory group';
const nothing = z.object({});
const common = { tag: 'SCIM', ignoresUnknown: true } as const;
const one = { ...common, path: '/scim/v2/Groups/{id}', params: z.object({ id: z.string() }) } as const;

/** Whether the members are requested: Entra ID excludes them when it looks for a group. */
const wantsMembers = ({
  attributes,
  excludedAttributes,
  filter,
}: {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
  readonly filter?: string | undefined;
}) =>
  /members/i.test(filter ?? '') ||
  (!/\bmembers\b/i.test(excludedAttributes ?? '') && /members|^$/i.test(attributes ?? ''));

const list = defineRoute({
  ...common,
  operation: 'scim.groups.list',
  section: 'RFC 7644, 3.4.2',
  method: 'GET',
  path: '/scim/v2/Groups',
  summary: 'List the groups of the directory',
  params: nothing,
  query: listQuery,
  body: null,
  success: { status: 200, schema: null },
  handle: answering(async ({ query, call }) => {
    const page = pageOf(query);
    const attributes = attributesFrom(query);
    const filter = query.filter === undefined || query.filter.trim() === '' ? null : filterFrom(query.filter);
    const groups = await runForOutput(listDirectoryGroups, call, { withMembers: wantsMembers(query) });
    const fitting = filter === null ? groups : groups.filter((group) => filter.fits(plainGroupOf(group)));
    const shown = fitting.slice(page.skip, page.skip + page.take);
    return scimJson(
      200,
      listResponse(
        shown.map((group) => groupOf(group, attributes)),
        fitting.length,
        page,
      ),
    );
  }),
});

const get = defineRoute({
  ...one,
  operation: 'scim.groups.get',
  section: 'RFC 7644, 3.4.1',
  method: 'GET',
  summary: 'One group',
  query: oneQuery,
  body: null,
  success: { status: 200, schema: null },
  handle: answering(async ({ params, query, call, inbound }) => {
    const group = await runForOutput(getDirectoryGroup, call, { id: idIn(params.id, NOUN, call) });
    return currentAnswer(groupOf(group, attributesFrom(query)), group, inbound.header('if-none-match'));
  }),
});

const create = defineRoute({
  ...common,
  operation: 'scim.groups.create',
  section: 'RFC 7644, 3.3',
  method: 'POST',
  path: '/scim/v2/Groups',
  summary: 'Create a group',
  params: nothing,
  query: oneQuery,
  body: jsonObject,
  success: { status: 201, schema: null },
  handle: answering(({ body, query, call }) =>
    perform(createDirectoryGroup, call, groupFrom(body, null), (group) =>
      scimJson(201, groupOf(group, attributesFrom(query)), {
        location: locationOf('Groups', group.id),
        etag: versionOf(group),
      }),
    ),
  ),
});

const replace = defineRoute({
  ...one,
  operation: 'scim.groups.replace',
  section: 'RFC 7644, 3.5.1',
  method: 'PUT',
  summary: 'Replace a group',
  query: oneQuery,
  body: jsonObject,
  success: { status: 200, schema: null },
  handle: answering(({ params, body, query, call }) => {
    const id = idIn(params.id, NOUN, call);
    return onPresent(
      call,
      () => runForOutput(getDirectoryGroup, call, { id }),
      (present, guarded) =>
        perform(updateDirectoryGroup, guarded, { id, ...groupFrom(body, present) }, (group) =>
          scimJson(200, groupOf(group, attributesFrom(query)), { etag: versionOf(group) }),
        ),
    );
  }),
});

const patch = defineRoute({
  ...one,
  operation: 'scim.groups.patch',
  section: 'RFC 7644, 3.5.2',
  method: 'PATCH',
  summary: 'Change a group',
  query: oneQuery,
  body: jsonObject,
  success: { status: 204, schema: null },
  handle: answering(({ params, body, call }) => {
    const id = idIn(params.id, NOUN, call);
    return onPresent(
      call,
      () => runForOutput(getDirectoryGroup, call, { id }),
      // Without a body, which would be most of the work for a large group.
      async (present, guarded) =>
        perform(updateDirectoryGroup, guarded, { id, ...(await patchedGroup(body, present)) }, (group) => ({
          ...noContent,
          headers: { etag: versionOf(group) },
        })),
    );
  }),
});

const remove = defineRoute({
  ...one,
  operation: 'scim.groups.remove',
  section: 'RFC 7644, 3.6',
  method: 'DELETE',
  summary: 'Remove a group',
  query: nothing,
  body: null,
  success: { status: 204, schema: null },
  handle: answering(({ params, call }) =>
    perform(removeDirectoryGroup, call, { id: idIn(params.id, NOUN, call) }, () => noContent),
  ),
});

/** The groups of the directory. */
export const groupRoutes = [list, get, create, replace, patch, remove];
