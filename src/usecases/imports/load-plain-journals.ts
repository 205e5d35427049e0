import { CURRENCY_CODES, minorUnits } from '@/core/money/minor-units';
import { documentDefaults } from '@/db/stores/documents/document-references';
import { loadJournalsInSets } from '@/db/stores/documents/plain-journals';
import type { ImportRecord } from '@/db/stores/imports';
import type { Context } from '../kit/define';
import { demandLoading } from './load-journals';

/** Amounts of a plain entry have at most two decimals, which these currencies keep as they are. */
const CURRENCIES = CURRENCY_CODES.filter((code) => minorUnits(code) >= 2);

/**
 * Makes the plain entries among the next rows of an import of journal entries, in sets, and answers the last record looked at: what is left
 * of those rows is for `loadJournals`, which makes entries of every sort and says why one is refused. Null: nothing was looked at.
 * Refuses what that refuses at once: FORBIDDEN.
 */
export async function loadPlainJournals(context: Context, one: ImportRecord): Promise<number | null> {
  demandLoading(context.principal, one.posts);
  const { tenant, principal, surface, requestId, clock } = context;
  const { transactionTypeId, numberPrefix, subsidiaryId } = await documentDefaults(tenant, 'JOURNAL');
  const named = one.mapping.filter((name) => name !== null);
  // Where two columns mean the same, the last one that is filled counts.
  const isTwofold = new Set(named).size < named.length;
  if (transactionTypeId === null || numberPrefix === null || isTwofold) return null;
  const { kind: actorKind, id: actorId, name: actorName } = principal.actor;
  return loadJournalsInSets(
    tenant,
    one.id,
    { mapping: one.mapping, currencies: CURRENCIES },
    {
      ...{ actorKind, actorId, actorName, surface, requestId, subsidiaryId, transactionTypeId },
      today: clock.today(),
      prefix: numberPrefix,
    },
  );
}
