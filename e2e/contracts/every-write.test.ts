import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { appRouter } from '@/surfaces/trpc/root';
import { ledgerRecipes } from '../support/writes/ledger';
import { projectRecipes } from '../support/writes/projects';
import { recordRecipes } from '../support/writes/records';
import { revenueRecipes } from '../support/writes/revenue';
import { marksOf, openWorld, type Recipes } from '../support/writes/world';

afterAll(closeConnections);

const RECIPES: Recipes = { ...recordRecipes, ...ledgerRecipes, ...projectRecipes, ...revenueRecipes };

/** Mutations that change no record of an organization, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'session.changePassword': 'the person’s own account, which belongs to no organization',
  'session.endOne': 'the person’s own session',
  'session.end': 'the person’s own session',
};

const mutations = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
)
  .filter(([, { _def }]) => _def.type === 'mutation')
  .map(([name]) => name);

describe('decisions, "Events and audit": every change writes an audit row and an outbox event', () => {
  test('every mutation of tRPC is tried here or exempt for a reason, and no name is stale', () => {
    const known = [...Object.keys(RECIPES), ...Object.keys(EXEMPT)];
    expect([...mutations].sort()).toEqual(known.sort());
    expect(mutations.length).toBeGreaterThan(140);
  });

  test.each(mutations.filter((name) => !(name in EXEMPT)))('tRPC %s', async (name) => {
    const world = await openWorld();
    const input = await RECIPES[name]?.(world);
    const before = await marksOf(world.org.organizationId);
    await world.call(name, { ...input, $call: { dryRun: true } });
    expect(await marksOf(world.org.organizationId), 'a dry run leaves nothing').toEqual(before);
    await world.call(name, input);
    const after = await marksOf(world.org.organizationId);
    expect(after.audit, 'audit rows').toBeGreaterThan(before.audit);
    expect(after.events, 'outbox events').toBeGreaterThan(before.events);
  });
});
