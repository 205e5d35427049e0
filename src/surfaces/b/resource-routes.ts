import { z } from 'zod';
import { withArticle } from '@/core/nouns';
import { isId } from '@/lib/ids';
import { refuseNotFound } from '@/usecases/kit/crud';
import { runForOutput } from '@/usecases/kit/run';
import { collect, stream } from '@/usecases/kit/stream';
import { etagOf, json } from '../kit/answer';
import { jsonStream } from '../kit/json-stream';
import { linkTo, queryBoolean, queryNumber } from '../kit/paging';
import { perform } from '../kit/perform';
import { type AnyRoute, defineRoute } from '../kit/route';
import type { RecordRow, Resource } from './resource';

const none = z.object({});
/** Any text: on this surface a malformed id is answered as one that does not exist (decisions.md, "Ids"). */
const idParam = z.object({ id: z.string() });

export const deletedSchema = z.object({ success: z.literal(true) });

/** Largest page when a caller requests pages; without `limit` the whole list is streamed. */
const LARGEST_PAGE = 1000;

const listQuery = z.object({
  includeInactive: queryBoolean.default(false),
  limit: queryNumber({ min: 1, max: LARGEST_PAGE }).optional(),
  after: z.guid().optional(),
});

/** The id if it is well formed; otherwise NOT_FOUND. */
export function knownId({ id }: { id: string }, noun: string): { id: string } {
  return isId(id) ? { id: id.toLowerCase() } : refuseNotFound(noun, id);
}

/** The five operations of section 4.3 for one resource. */
export function resourceRoutes(name: string, resource: Resource): AnyRoute[] {
  const { noun, tag, schema, verbs, present, writingCall, examples } = resource;
  const shared = { section: '4.3', tag, ignoresUnknown: true } as const;
  const path = `/api/${name}`;
  const shown = (status: number) => (row: RecordRow) => json(status, present(row), { etag: etagOf(row) });

  return [
    defineRoute({
      ...shared,
      operation: `B.${name}.list`,
      method: 'GET',
      path,
      summary: `List ${tag.toLowerCase()}, streamed; with limit a page at a time`,
      params: none,
      query: listQuery,
      body: null,
      success: { status: 200, schema: z.array(schema) },
      async handle({ call, query, inbound }) {
        const { limit, ...rest } = query;
        if (limit === undefined) return jsonStream(await stream(verbs.stream, call, rest), present);
        // One row more than requested shows whether there is a next page.
        const rows = await collect(await stream(verbs.stream, call, { ...rest, limit: limit + 1 }));
        const page = rows.slice(0, limit);
        const last = rows.length > limit ? page.at(-1) : undefined;
        const headers = last === undefined ? {} : { link: linkTo(inbound, { after: last.id }, 'next') };
        return json(200, page.map(present), headers);
      },
    }),
    defineRoute({
      ...shared,
      operation: `B.${name}.get`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Get one ${noun}`,
      params: idParam,
      query: none,
      body: null,
      success: { status: 200, schema },
      handle: async ({ call, params }) =>
        shown(200)(await runForOutput(verbs.get, call, knownId(params, noun))),
    }),
    defineRoute({
      ...shared,
      operation: `B.${name}.create`,
      method: 'POST',
      path,
      summary: `Create ${withArticle(noun)}`,
      params: none,
      query: none,
      body: resource.create,
      success: { status: 201, schema },
      example: { body: examples.create ?? { status: 'active' } },
      handle: async ({ call, body }) =>
        perform(verbs.create, await writingCall(call, null), body, shown(201)),
    }),
    defineRoute({
      ...shared,
      operation: `B.${name}.update`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Update ${withArticle(noun)}; omitted fields keep their values`,
      params: idParam,
      query: none,
      body: resource.update,
      success: { status: 200, schema },
      example: { body: examples.update ?? { status: 'inactive' } },
      async handle({ call, params, body }) {
        const { id } = knownId(params, noun);
        return perform(verbs.update, await writingCall(call, id), { id, data: body }, shown(200));
      },
    }),
    defineRoute({
      ...shared,
      operation: `B.${name}.remove`,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete ${withArticle(noun)} that nothing depends on`,
      params: idParam,
      query: none,
      body: null,
      success: { status: 200, schema: deletedSchema },
      async handle({ call, params }) {
        const known = knownId(params, noun);
        const own = await writingCall(call, known.id);
        return perform(verbs.remove, own, known, () => json(200, { success: true }));
      },
    }),
  ];
}
