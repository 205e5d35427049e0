import { newId } from '@/lib/ids';
import type { Recipes, WriteWorld } from './world';

const sourceBody = (world: WriteWorld) => ({
  code: `S${newId().slice(-6)}`,
  name: 'Stripe',
  kind: 'STRIPE_INVOICES',
  subsidiaryId: world.org.ids.rootSubsidiary,
});

const source = async (world: WriteWorld) => (await world.call('orderSources.create', sourceBody(world))).id;
const file = (world: WriteWorld) => ({
  fileName: 'invoices.csv',
  columns: ['id', 'Customer', 'Customer Name', 'Currency', 'Date (UTC)', 'Total', 'Status'],
  rows: [[`in_${newId()}`, 'cus_1', 'Acme', 'usd', `${world.org.clock.today()} 09:00`, '120.00', 'open']],
});

/** A file of a source that was uploaded and not run. */
export const orderFile = async (world: WriteWorld): Promise<string> =>
  (await world.call('orderSources.upload', { sourceId: await source(world), ...file(world) })).id;

/** An order that no rule fits, and its source. */
const waiting = async (world: WriteWorld) => {
  const sourceId = await source(world);
  const { id } = await world.call('orderSources.upload', { sourceId, ...file(world) });
  await world.call('imports.run', { id });
  const { rows } = (await world.call('orderSources.orders', { sourceId })) as unknown as {
    rows: { id: string }[];
  };
  return { sourceId, id: rows[0]?.id ?? '' };
};

/** Sources of orders and bills, their files, and the orders that wait. */
export const orderSourceRecipes: Recipes = {
  'orderSources.create': async (world) => sourceBody(world),
  'orderSources.update': async (world) => ({ id: await source(world), data: { name: 'Stripe US' } }),
  'orderSources.upload': async (world) => ({ sourceId: await source(world), ...file(world) }),
  'orderSources.takeUp': async (world) => ({ sourceId: (await waiting(world)).sourceId }),
  'orderSources.answer': async (world) => ({
    id: (await waiting(world)).id,
    answer: { answer: 'NOTHING', reason: 'A test order' },
  }),
};
