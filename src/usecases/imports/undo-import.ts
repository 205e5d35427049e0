import type { ImportNoun } from '@/core/imports/import-noun';
import { RefusalError, refuse } from '@/core/refusals';
import { removeItems } from '@/db/stores/cut-overs';
import { importedRecords, markUndone } from '@/db/stores/import-rows';
import { type ImportRecord, lockImport, moveImport } from '@/db/stores/imports';
import { builtUpon } from '@/db/stores/transactions-built-upon';
import { accountVerbs } from '../accounts/account-records';
import { customerVerbs } from '../customers/customer-records';
import { demandNotOpened, reachCutOver } from '../cut-over/cut-over-rules';
import { itemVerbs } from '../items/item-records';
import { byId, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase, type UseCase } from '../kit/define';
import { demand, runForOutput } from '../kit/run';
import { priceListVerbs } from '../price-lists/price-list-records';
import { priceVerbs } from '../price-lists/prices';
import { removeProspect } from '../prospects/prospect-records';
import { removeSsp } from '../revenue/setup/ssp-records';
import { removeTransaction } from '../transactions/remove-transaction';
import { reverseTransaction } from '../transactions/reverse-transaction';
import { vendorVerbs } from '../vendors/vendor-records';
import { getImport } from './get-import';
import { permittedNoun } from './import-rules';

type Remover = UseCase<{ id: string }, unknown>;

/** How a record is taken out again, by the verb that removes one; null: it cannot be. */
const REMOVERS: Readonly<Record<ImportNoun, Remover | 'REVERSED' | 'FORGOTTEN' | null>> = {
  prospects: removeProspect as Remover,
  customers: customerVerbs.remove as Remover,
  vendors: vendorVerbs.remove as Remover,
  accounts: accountVerbs.remove as Remover,
  items: itemVerbs.remove as Remover,
  price_lists: priceListVerbs.remove as Remover,
  prices: priceVerbs.remove as Remover,
  ssp: removeSsp as Remover,
  journals: removeTransaction as Remover,
  openingBalances: 'FORGOTTEN',
  openReceivables: 'REVERSED',
  openPayables: 'REVERSED',
  openContracts: null,
  orders: null,
};

const undoIn = <M extends 'write' | 'sql'>(mode: M) =>
  defineUseCase({
    name: 'imports.undo',
    share: 'import',
    permission: null,
    mode,
    input: byId,
    async run(context, { id }): Promise<{ readonly undone: number }> {
      const { tenant } = context;
      const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
      const noun = permittedNoun(context.principal, one);
      if (one.importStatus === 'CHECKING' || one.importStatus === 'RUNNING') {
        refuse('IN_USE', 'The import is in progress. Wait until it finishes.', {
          noun: 'import',
          id,
          by: 'its own run',
        });
      }
      const records = await importedRecords(tenant, id);
      await takeOut(context, one, noun, records);
      await removeItems(tenant, id);
      await markUndone(tenant, id);
      await moveImport(tenant, id, 'UNDONE');
      context.record({
        action: 'imports.undo',
        noun: 'import',
        recordId: id,
        before: { noun, fileName: one.fileName, records: records.length },
      });
      return { undone: records.length };
    },
  });

const undoRecords = undoIn('write');
const undoSql = undoIn('sql');

/** Takes out every record, or none: the first that something was built on refuses the whole, in its own words. */
async function takeOut(
  context: Context,
  one: ImportRecord,
  noun: ImportNoun,
  records: readonly string[],
): Promise<void> {
  const remover = REMOVERS[noun];
  if (remover === null) {
    refuse(
      'IN_USE',
      'Contracts that are in force cannot be removed. Terminate them, or void what is wrong.',
      {
        noun: 'import',
        id: one.id,
        by: 'the contracts',
      },
    );
  }
  if (one.cutOverId !== null && (remover === 'REVERSED' || remover === 'FORGOTTEN')) {
    demandNotOpened(await reachCutOver(context.tenant, one.cutOverId, true), 'The import cannot be undone');
  }
  if (remover === 'FORGOTTEN') return;
  if (remover === 'REVERSED') {
    await reverseAll(context, one, records);
    return;
  }
  if (remover.permission !== null) demand(context.principal, remover.permission);
  // The last first, so that a parent goes after its children.
  for (const recordId of [...records].reverse()) {
    try {
      await remover.run({ ...context, expectedVersion: undefined }, { id: recordId });
    } catch (error) {
      if (error instanceof RefusalError && error.refusal.code === 'NOT_FOUND') continue;
      throw error;
    }
  }
}

/** Documents are posted, so they are reversed on the day of the cut-over; nothing may have been applied to one. */
async function reverseAll(context: Context, one: ImportRecord, records: readonly string[]): Promise<void> {
  demand(context.principal, 'gl.transaction.reverse');
  const { cutOverDate } = await reachCutOver(context.tenant, one.cutOverId ?? '');
  const [built] = await builtUpon(context.tenant, records);
  if (built !== undefined) {
    refuse(
      'IN_USE',
      `${built.transactionNumber} was ${built.why} since. Take that back first; nothing was undone.`,
      {
        noun: 'transaction',
        id: built.id,
        by: built.why,
      },
    );
  }
  for (const id of records) {
    await reverseTransaction.run(
      { ...context, expectedVersion: undefined },
      { id, reversalReason: `Import ${one.fileName} undone`.trim(), reversalDate: cutOverDate },
    );
  }
}

/**
 * Undoes a whole import while nothing was built on it: records are removed, posted documents are reversed on the day of the cut-over. All of
 * it or nothing, in one transaction. Refuses NOT_FOUND, FORBIDDEN, and in words IN_USE or HAS_CHILDREN for the first record that something
 * was built on.
 */
export const undoImport = defineUseCase({
  name: 'imports.undoAll',
  permission: null,
  mode: 'steps',
  input: byId,
  async run(context, { id }): Promise<{ readonly undone: number }> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    const { noun } = await runForOutput(getImport, call, { id });
    if (dryRun) return { undone: 0 };
    return runForOutput(RECORD_NOUNS.includes(noun as ImportNoun) ? undoRecords : undoSql, call, { id });
  },
});

/** The nouns whose remove verb speaks to the record store. */
const RECORD_NOUNS: readonly ImportNoun[] = [
  'prospects',
  'customers',
  'vendors',
  'accounts',
  'items',
  'price_lists',
  'prices',
];
