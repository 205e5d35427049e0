import { z } from 'zod';
import type { Call } from '@/usecases/kit/define';
import { jsonObject } from '@/usecases/kit/fields';
import { runForOutput } from '@/usecases/kit/run';
import {
  createDirectoryPerson,
  getDirectoryPerson,
  listDirectoryPeople,
  removeDirectoryPerson,
  type ShownPerson,
  updateDirectoryPerson,
} from '@/usecases/provisioning/person-verbs';
import { noContent } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { filterFrom } from './fields/filters';
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
import { patchedUser } from './fields/user-patches';
import { plainUserOf, userFrom, userOf } from './fields/users';

const NOUN = 'directory person';
const nothing = z.object({});
const common = { tag: 'SCIM', ignoresUnknown: true } as const;
const one = { ...common, path: '/scim/v2/Users/{id}', params: z.object({ id: z.string() }) } as const;

/** The filters that the database can answer, and the verb's names for them. */
const LOOKED_UP: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
};
/** How many people are read to answer any other filter. */
const MOST_SEARCHED = 10_000;

const list = defineRoute({
  ...common,
  operation: 'scim.users.list',
  section: 'RFC 7644, 3.4.2',
  method: 'GET',
  path: '/scim/v2/Users',
  summary: 'List the people of the organization',
  params: nothing,
  query: listQuery,
  body: null,
  success: { status: 200, schema: null },
  handle: answering(async ({ query, call }) => {
    const page = pageOf(query);
    const attributes = attributesFrom(query);
    const { people, total } = await peopleOf(call, query.filter, page);
    return scimJson(
      200,
      listResponse(
        people.map((person) => userOf(person, attributes)),
        total,
        page,
      ),
    );
  }),
});

async function peopleOf(
  call: Call,
  text: string | undefined,
  page: { readonly skip: number; readonly take: number },
): Promise<{ readonly people: readonly ShownPerson[]; readonly total: number }> {
  const ask = (input: object) => runForOutput(listDirectoryPeople, call, { ...page, ...input });
  if (text === undefined || text.trim() === '') return ask({});
  const filter = filterFrom(text);
  const field = filter.equal === null ? undefined : LOOKED_UP[filter.equal.attribute];
  if (filter.equal !== null && field !== undefined) return ask({ [field]: filter.equal.value });
  const all = await ask({ skip: 0, take: MOST_SEARCHED });
  const fitting = all.people.filter((person) => filter.fits(plainUserOf(person)));
  return { people: fitting.slice(page.skip, page.skip + page.take), total: fitting.length };
}

const get = defineRoute({
  ...one,
  operation: 'scim.users.get',
  section: 'RFC 7644, 3.4.1',
  method: 'GET',
  summary: 'One person',
  query: oneQuery,
  body: null,
  success: { status: 200, schema: null },
  handle: answering(async ({ params, query, call, inbound }) => {
    const person = await runForOutput(getDirectoryPerson, call, { id: idIn(params.id, NOUN, call) });
    return currentAnswer(userOf(person, attributesFrom(query)), person, inbound.header('if-none-match'));
  }),
});

const create = defineRoute({
  ...common,
  operation: 'scim.users.create',
  section: 'RFC 7644, 3.3',
  method: 'POST',
  path: '/scim/v2/Users',
  summary: 'Create a person',
  params: nothing,
  query: oneQuery,
  body: jsonObject,
  success: { status: 201, schema: null },
  handle: answering(({ body, query, call }) =>
    perform(createDirectoryPerson, call, userFrom(body, null), (person) =>
      scimJson(201, userOf(person, attributesFrom(query)), {
        location: locationOf('Users', person.id),
        etag: versionOf(person),
      }),
    ),
  ),
});

const replace = defineRoute({
  ...one,
  operation: 'scim.users.replace',
  section: 'RFC 7644, 3.5.1',
  method: 'PUT',
  summary: 'Replace a person',
  query: oneQuery,
  body: jsonObject,
  success: { status: 200, schema: null },
  handle: answering(({ params, body, query, call }) => {
    const id = idIn(params.id, NOUN, call);
    return onPresent(
      call,
      () => runForOutput(getDirectoryPerson, call, { id }),
      (present, guarded) =>
        perform(updateDirectoryPerson, guarded, { id, ...userFrom(body, present) }, (person) =>
          scimJson(200, userOf(person, attributesFrom(query)), { etag: versionOf(person) }),
        ),
    );
  }),
});

const patch = defineRoute({
  ...one,
  operation: 'scim.users.patch',
  section: 'RFC 7644, 3.5.2',
  method: 'PATCH',
  summary: 'Change a person',
  query: oneQuery,
  body: jsonObject,
  success: { status: 200, schema: null },
  handle: answering(({ params, body, query, call }) => {
    const id = idIn(params.id, NOUN, call);
    return onPresent(
      call,
      () => runForOutput(getDirectoryPerson, call, { id }),
      async (present, guarded) =>
        perform(updateDirectoryPerson, guarded, { id, ...(await patchedUser(body, present)) }, (person) =>
          scimJson(200, userOf(person, attributesFrom(query)), { etag: versionOf(person) }),
        ),
    );
  }),
});

const remove = defineRoute({
  ...one,
  operation: 'scim.users.remove',
  section: 'RFC 7644, 3.6',
  method: 'DELETE',
  summary: 'Remove a person',
  query: nothing,
  body: null,
  success: { status: 204, schema: null },
  handle: answering(({ params, call }) =>
    perform(removeDirectoryPerson, call, { id: idIn(params.id, NOUN, call) }, () => noContent),
  ),
});

/** The people of the organization. */
export const userRoutes = [list, get, create, replace, patch, remove];
