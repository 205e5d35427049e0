import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { appRouter } from '@/surfaces/trpc/root';
import { ownFiles } from './own-files';
import { callsIn, verbBreaches, verbsIn } from './verb-calls';

const ROUTERS = [
  {
    path: 'src/surfaces/trpc/root.ts',
    text: `import { shopsRouter } from './routers/shops';
      import { recordRouters } from './routers/records';
      export const appRouter = createTrpcRouter({ ...recordRouters, shops: shopsRouter });`,
  },
  {
    path: 'src/surfaces/trpc/routers/shops.ts',
    text: `export const shopsRouter = createTrpcRouter({
      list: procedureFor(listShops),
      doors: createTrpcRouter({ open: procedureFor(openDoor), shut: open.mutation(() => shut()) }),
    });`,
  },
  {
    path: 'src/surfaces/trpc/routers/records.ts',
    text: `function ordinary(verbs) { return createTrpcRouter({ get: carried('get') } as unknown as Verbs); }
      export const recordRouters = { units: ordinary(unitVerbs) };`,
  },
];
const VERBS = ['shops.doors.open', 'shops.doors.shut', 'shops.list', 'units.get'];
const screen = (text: string) => [...ROUTERS, { path: 'src/ui/shops/shops-screen.tsx', text }];
const rules = (text: string, unseen: Record<string, string>) =>
  verbBreaches(screen(text), unseen, 'the list').map(({ rule }) => rule);

describe('verbs and their screens', () => {
  test('the verbs read from the sources are the procedures that answer', () => {
    const root = path.resolve(import.meta.dirname, '..', '..', '..');
    expect(verbsIn(ownFiles(root, /^src\/surfaces\/trpc\/.*\.ts$/))).toEqual(
      Object.keys(appRouter._def.procedures).sort(),
    );
  });

  test('nested routers, records and spread routers are read', () => {
    expect(verbsIn(ROUTERS)).toEqual(VERBS);
  });

  test.each([
    ['a hook', 'trpc.shops.list.useQuery({})', 'shops.list'],
    ['a hook of a nested router', 'trpc.shops.doors.open.useMutation()', 'shops.doors.open'],
    ['a prefetch', 'await trpc.units.get.prefetch({ id })', 'units.get'],
    ['a call on the server', '(await serverCaller()).shops.list()', 'shops.list'],
    ['a call of the client', 'utils.client.shops.list.query({})', 'shops.list'],
    ['one of several queries', 'trpc.useQueries((t) => ids.map((id) => t.units.get({ id })))', 'units.get'],
    ['a shortened name', 'const doors = trpc.shops.doors; doors.shut.useMutation()', 'shops.doors.shut'],
    [
      'a parameter taken apart',
      'const f = ({ shops: { doors } }: T) => doors.open.prefetch()',
      'shops.doors.open',
    ],
  ])('%s is a call', (_, text, verb) => {
    expect([...callsIn(screen(text), VERBS)]).toEqual([verb]);
  });

  test.each([
    ['forgetting what was read', 'utils.shops.list.invalidate()'],
    ['a name in a comment', '// trpc.shops.list.useQuery()'],
    ['the same words elsewhere', 'window.shopsList.list.query()'],
  ])('%s is not a call', (_, text) => {
    expect([...callsIn(screen(text), VERBS)]).toEqual([]);
  });

  test('a verb without a screen needs a line, and a line needs a verb without a screen', () => {
    const text = 'trpc.shops.list.useQuery({}); trpc.shops.doors.open.useMutation();';
    expect(rules(text, { 'units.get': 'machines only' })).toEqual([
      'shops.doors.shut is called by no screen',
    ]);
    expect(rules(text, { 'units.get': 'a', 'shops.doors.shut': 'b' })).toEqual([]);
    expect(rules(text, { 'units.get': 'a', 'shops.doors.shut': 'b', 'shops.list': 'c', 'x.y': 'd' })).toEqual(
      ['shops.list is called by a screen', 'x.y is not a verb'],
    );
  });
});
