import { newId } from '@/lib/ids';
import { approvedDocument } from '@/testing/documents';
import type { Recipes, WriteWorld } from './world';

/** A second subsidiary, and accounts that consolidation eliminates. */
async function sister({ org, call }: WriteWorld) {
  const account = async (fields: object) =>
    (
      await call('accounts.create', {
        name: 'Between companies',
        code: newId().slice(-8),
        elimination: 'INTERCOMPANY',
        ...fields,
      })
    ).id;
  const { id } = await call('subsidiaries.create', { name: 'Branch', code: newId() });
  return {
    id,
    receivable: await account({ accountType: 'ASSET', controlFor: 'RECEIVABLE' }),
    payable: await account({ accountType: 'LIABILITY', controlFor: 'PAYABLE' }),
    accounts: {
      dueFromAccountId: org.account('1610'),
      dueToAccountId: org.account('2510'),
      incomeAccountId: await account({ accountType: 'REVENUE' }),
      chargeAccountId: await account({ accountType: 'EXPENSE' }),
    },
  };
}

/** An invoice to a sister company; its mirror is created on approval where the settings say so, otherwise on request. */
async function invoiced(world: WriteWorld, before: boolean) {
  const { org, call } = world;
  const { id, receivable, payable, accounts } = await sister(world);
  const root = org.ids.rootSubsidiary;
  const settle = async () => {
    await call('intercompany.setParty', {
      subsidiaryId: id,
      customerId: org.ids.customer,
      vendorId: null,
      receivableAccountId: receivable,
    });
    await call('intercompany.setParty', {
      subsidiaryId: root,
      customerId: null,
      vendorId: org.ids.vendor,
      payableAccountId: payable,
    });
    for (const [subsidiaryId, sisterId] of [
      [root, id],
      [id, root],
    ]) {
      await call('intercompany.setAccounts', { subsidiaryId, sisterId, ...accounts });
    }
  };
  if (before) await settle();
  const source = await approvedDocument(org);
  if (!before) await settle();
  return { sourceId: source.id, sisterId: id };
}

/** Documents between subsidiaries. */
export const intercompanyRecipes: Recipes = {
  'intercompany.setParty': async (world) => {
    const { id, receivable } = await sister(world);
    return {
      subsidiaryId: id,
      customerId: world.org.ids.customer,
      vendorId: null,
      receivableAccountId: receivable,
    };
  },
  'intercompany.setAccounts': async (world) => {
    const { id, accounts } = await sister(world);
    return { subsidiaryId: world.org.ids.rootSubsidiary, sisterId: id, ...accounts };
  },
  'intercompany.mirror': async (world) => {
    await invoiced(world, false);
    return {};
  },
  'intercompany.pair': async (world) => {
    const { id } = await sister(world);
    const source = await approvedDocument(world.org);
    const mirror = await approvedDocument(world.org, { kind: 'VENDOR_BILL', subsidiaryId: id });
    return { sourceId: source.id, mirrorId: mirror.id };
  },
  'intercompany.accept': async (world) => {
    const { sourceId } = await invoiced(world, true);
    const { pairs } = (await world.call('intercompany.pairs', { documentId: sourceId })) as unknown as {
      pairs: { id: string }[];
    };
    return { id: pairs[0]?.id, reason: 'The branch uses other accounts' };
  },
};
