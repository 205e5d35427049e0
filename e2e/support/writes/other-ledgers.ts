import { newId } from '@/lib/ids';
import { postedDocument } from '@/testing/documents';
import type { Recipes, WriteWorld } from './world';

const ledgerBody = () => ({
  code: `L${newId().slice(-6)}`,
  name: 'The other ledger',
  startsOn: '2000-01-01',
});

const ledger = async (world: WriteWorld) => (await world.call('otherLedgers.create', ledgerBody())).id;
/** A ledger with codes, and an entry to send there. */
const coded = async (world: WriteWorld) => {
  const ledgerId = await ledger(world);
  await world.call('otherLedgers.takeOwnCodes', { ledgerId });
  await postedDocument(world.org);
  return { ledgerId, throughDate: world.org.clock.today() };
};
const sealed = async (world: WriteWorld) => ({
  id: (await world.call('otherLedgers.seal', await coded(world))).id,
});

/** Other ledgers that receive our entries, and their batches. */
export const otherLedgerRecipes: Recipes = {
  'otherLedgers.create': async () => ledgerBody(),
  'otherLedgers.update': async (world) => ({ id: await ledger(world), data: { summary: 'DAY' } }),
  'otherLedgers.setCodes': async (world) => ({
    ledgerId: await ledger(world),
    codes: [{ kind: 'ACCOUNT', ownCode: '1110', code: 'A-1' }],
  }),
  'otherLedgers.takeOwnCodes': async (world) => ({ ledgerId: await ledger(world) }),
  'otherLedgers.seal': coded,
  'otherLedgers.markSent': sealed,
  'otherLedgers.undo': async (world) => ({
    ...(await sealed(world)),
    reason: 'An account had the wrong code',
  }),
  'otherLedgers.readBack': async (world) => ({
    ledgerId: await ledger(world),
    asOf: world.org.clock.today(),
    rows: [{ code: '1110', debit: '5.00' }],
  }),
};
