import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { appRouter } from '@/surfaces/trpc/root';
import { subscribe } from '@/testing/subscriber';
import { type OpenRoute, surfaceRoutes } from '../support/in-process';
import { allRecipes } from '../support/writes/all';
import { restAsks, uniformAsk } from '../support/writes/rest';
import { marksOf, openWorld, type WriteWorld } from '../support/writes/world';

afterAll(closeConnections);

/** Nouns whose verbs leave the books in a state in which others cannot be tried: each of their tests gets books of its own. */
const ALONE = new Set(['founding', 'intercompany', 'organizations', 'periods']);
const shared = new Map<string, Promise<WriteWorld>>();

/** Books whose events someone receives: without an endpoint there are none. */
async function worldWithSubscriber(): Promise<WriteWorld> {
  const world = await openWorld();
  await subscribe(world.org);
  return world;
}

/** The books in which a verb is tried: those that the tests of its noun share, since founding books costs more than most tests. */
function worldFor(door: string, noun: string): Promise<WriteWorld> {
  if (ALONE.has(noun)) return worldWithSubscriber();
  const key = `${door} ${noun}`;
  const world = shared.get(key) ?? worldWithSubscriber();
  shared.set(key, world);
  return world;
}

/** Mutations that change no record of an organization, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'session.changePassword': 'the person’s own account, which belongs to no organization',
  'session.endOne': 'the person’s own session',
  'session.endOthers': 'the person’s own sessions',
  'session.end': 'the person’s own session',
  'session.beginFactor': 'the person’s own account',
  'session.confirmFactor': 'the person’s own account',
  'session.renewCodes': 'the person’s own account',
  'session.endFactor': 'the person’s own account',
  'session.beginPasskey': 'the person’s own account',
  'session.finishPasskey': 'the person’s own account',
  'session.namePasskey': 'the person’s own account',
  'session.endPasskey': 'the person’s own account',
  'session.beginConfirmation': 'the person’s own session',
  'session.confirmWithPasskey': 'the person’s own session',
  'session.beginPasskeySignIn': 'no one is signed in yet',
  'organizations.create': 'founds another organization; its audit row is organizations.create there',
  'welcome.look': 'reads; a mutation so that the secret is in the body',
  'welcome.found': 'founds an organization; its audit row is organizations.foundFirst',
  'passwords.ask': 'answers at once and works afterward; its audit row is mail.sendPasswordLink',
  'passwords.look': 'reads; a mutation so that the secret is in the body',
  'passwords.choose': 'the person’s own account, which belongs to no organization',
  'invitations.look': 'reads; a mutation so that the secret is in the body',
  'invitations.join': 'for someone who is not a member yet; its audit rows are members.accept',
  'invitations.accept': 'for someone who is not a member yet; its audit rows are members.accept',
};

/** Mutations that leave no event although an endpoint was active, with the reason. */
const WITHOUT_EVENT: Readonly<Record<string, string>> = {
  'organizations.remove': 'its endpoints are deleted with it, so that no one is left to be notified',
};

const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([name]) => name);

describe('decisions, "Events and audit": every change writes an audit row and, where an endpoint is active, an outbox event', () => {
  test('every mutation of tRPC is tried here or exempt with a reason, and no listed name is outdated', () => {
    const known = [...Object.keys(allRecipes), ...Object.keys(EXEMPT)];
    expect([...mutations].sort()).toEqual(known.sort());
    expect(mutations.length).toBeGreaterThan(140);
  });

  test.each(mutations.filter((name) => !(name in EXEMPT)))('tRPC %s', async (name) => {
    const world = await worldFor('tRPC', name.split('.')[0] ?? '');
    const input = await allRecipes[name]?.(world);
    const before = await marksOf(world.org.organizationId);
    await world.call(name, { ...input, $call: { dryRun: true } });
    expect(await marksOf(world.org.organizationId), 'a dry run leaves nothing').toEqual(before);
    await world.call(name, input);
    const after = await marksOf(world.org.organizationId);
    expect(after.audit, 'audit rows').toBeGreaterThan(before.audit);
    if (name in WITHOUT_EVENT) expect(after.events, 'outbox events').toBe(before.events);
    else expect(after.events, 'outbox events').toBeGreaterThan(before.events);
  });
});

/** Routes that write no record, with the reason. */
const EXEMPT_ROUTES: Readonly<Record<string, string>> = {
  'C.revenue.allocate': 'a calculation that stores nothing',
  'C.revenue.financing': 'a calculation that stores nothing',
  'C.revenue.schedule': 'a calculation that stores nothing',
};

/** The ETag of a version that no record has. */
const STALE = '"999999999"';

/** Routes of records without an ETag, with the reason. */
const WITHOUT_ETAG: Readonly<Record<string, string>> = {
  'C.calendars.adopt': 'the rule of a calendar never changes',
  'C.revenueApprovals.approve': 'a request never changes and is decided once',
  'C.revenueApprovals.reject': 'a request never changes and is decided once',
  'C.intercompany.accept':
    'what two documents disagree in follows from them; accepting it again keeps the last reason',
  'C.revaluations.create': 'a revaluation posts the difference to the last one, whoever asks',
  'C.applications.undo': 'an application is made and undone, never changed',
  'C.revenueEvents.void': 'a fact never changes; one that is voided cannot be voided again',
  'C.revenueEvents.replace': 'a fact never changes; one that is replaced cannot be replaced again',
  'C.revenueModifications.decide': 'a fact never changes',
  'C.revenueRuns.post': 'a run goes on where it stopped, whoever asks',
  'C.revenueRuns.reverse': 'a run is reversed once',
};

const writing = surfaceRoutes().filter(({ method }) => method !== 'GET');
const preparing = ({ operation }: OpenRoute) => restAsks[operation] ?? uniformAsk(operation);

describe('decisions, "Events and audit": the same for every route of the four surfaces', () => {
  test('every writing route is tried here or exempt with a reason, and no listed name is outdated', () => {
    const names = writing.map(({ operation }) => operation);
    const tried = writing.filter((route) => preparing(route) !== undefined);
    const covered = new Set([...tried.map(({ operation }) => operation), ...Object.keys(EXEMPT_ROUTES)]);
    expect(names.filter((name) => !covered.has(name))).toEqual([]);
    expect(
      [...Object.keys(restAsks), ...Object.keys(EXEMPT_ROUTES)].filter((name) => !names.includes(name)),
    ).toEqual([]);
    expect(names.length).toBeGreaterThan(95);
  });

  test.each(
    writing
      .filter(({ operation }) => !(operation in EXEMPT_ROUTES))
      .map((route) => [route.method, route.path, route] as const),
  )(
    '%s %s writes both, a dry run neither; a POST with an Idempotency-Key replays and writes nothing more',
    async (method, path, route) => {
      const [surface = '', noun = ''] = route.operation.split('.');
      const world = await worldFor(surface, noun);
      const { id = '', body } = (await preparing(route)?.(world)) ?? {};
      const at = path.replace(/\{\w+\}/, id);
      const here = world.org.organizationId;
      const before = await marksOf(here);
      const dry = await world.rest(method, `${at}?dryRun=true`, body);
      expect(dry.status, dry.text).toBe(route.success.status);
      expect(await marksOf(here), 'a dry run leaves nothing').toEqual(before);
      if (path.includes('{') && !(route.operation in WITHOUT_ETAG)) {
        for (const to of [at, path.replace(/\{\w+\}/, newId())]) {
          const stale = await world.rest(method, to, body, { 'if-match': STALE });
          expect([stale.status, stale.text], 'a stale ETag, of this record or of one that is gone').toEqual([
            412,
            expect.any(String),
          ]);
        }
        expect(await marksOf(here), 'a stale ETag changes nothing').toEqual(before);
      }
      const headers = { 'idempotency-key': newId() };
      const sent = await world.rest(method, at, body, headers);
      expect(sent.status, sent.text).toBe(route.success.status);
      // A new organization's writes are in its own audit trail and events.
      const where = organizationOf(route.operation, sent.text, id) ?? here;
      const after = await marksOf(where);
      expect(after.audit, 'audit rows').toBeGreaterThan(where === here ? before.audit : 0);
      // No one can have subscribed to an organization that is new.
      if (where === here) expect(after.events, 'outbox events').toBeGreaterThan(before.events);
      else expect(after.events, 'outbox events').toBe(0);
      if (method !== 'POST') return;
      const again = await world.rest(method, at, body, headers);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
        sent.status,
        sent.text,
        'true',
      ]);
      expect(await marksOf(where)).toEqual(after);
    },
  );
});

/** The organization itself, where one was created or changed. */
function organizationOf(operation: string, text: string, id: string): string | undefined {
  if (!operation.startsWith('B.organizations.')) return undefined;
  return id === '' ? (JSON.parse(text) as { id: string }).id : id;
}
