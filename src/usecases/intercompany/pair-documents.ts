import { z } from 'zod';
import { MIRROR_KINDS } from '@/core/intercompany/mirror';
import { refuse } from '@/core/refusals';
import type { TransactionKind } from '@/core/transactions/kinds';
import { readPairs } from '@/db/reports/intercompany/pairs';
import { lockTransactions } from '@/db/stores/documents/transactions';
import { insertPair, isBetweenByAccount, releasePairs } from '@/db/stores/structure/intercompany';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { type PairView, pairView } from './list-pairs';

const wrong = (message: string): never =>
  refuse('INVALID_INPUT', `The two cannot be paired: the mirror ${message}.`, {
    issues: [{ path: ['mirrorId'], message }],
  });

const unknown = (field: string, id: string): never =>
  refuse('REFERENCE_NOT_FOUND', `${field} is not a transaction of this organization.`, {
    ...{ field, noun: 'transaction', id },
  });

type Side = { readonly id: string; readonly kind: string; readonly subsidiaryId: string };

/** A journal mirrors a document of any kind that has a line on the account between the two companies and no counterparty that represents one. */
async function isMirroredByJournal(tenant: Tenant, one: Side, other: Side): Promise<boolean> {
  const [journal, document] = one.kind === 'JOURNAL' ? [one, other] : [other, one];
  if (journal.kind !== 'JOURNAL' || document.kind === 'JOURNAL') return false;
  return isBetweenByAccount(tenant, document, journal.subsidiaryId);
}

/**
 * Pairs two documents as source and mirror, where both were entered by hand or the wrong two were paired. Called again it
 * changes nothing. A draft that was made as the mirror of either is left without a source. Refuses REFERENCE_NOT_FOUND, INVALID_INPUT for two
 * of one company or of kinds that do not mirror each other, IN_USE where one of them has a mirror that stands.
 */
export const pairDocuments = defineUseCase({
  name: 'intercompany.pair',
  permission: 'gl.transaction.edit',
  mode: 'sql',
  input: z.object({ sourceId: anId, mirrorId: anId }),
  async run(context, { sourceId, mirrorId }): Promise<PairView> {
    const { tenant } = context;
    const found = await lockTransactions(tenant, [sourceId, mirrorId]);
    const source = found.find(({ id }) => id === sourceId) ?? unknown('sourceId', sourceId);
    const mirror = found.find(({ id }) => id === mirrorId) ?? unknown('mirrorId', mirrorId);
    if (source.subsidiaryId === mirror.subsidiaryId) wrong('is of the same company');
    const byAccount = await isMirroredByJournal(tenant, source, mirror);
    if (!byAccount && MIRROR_KINDS[source.kind as TransactionKind] !== mirror.kind)
      wrong('is not of the kind that mirrors the other');
    const read = async () => {
      const pairs = await readPairs(tenant, { documentId: sourceId, limit: 100 });
      return pairs.find((pair) => pair.source?.id === sourceId && pair.mirror?.id === mirrorId);
    };
    const standing = await read();
    if (standing !== undefined) return pairView(standing);
    if (!(await releasePairs(tenant, sourceId, mirrorId))) {
      refuse(
        'IN_USE',
        'One of the two is already paired with another document. Cancel or reverse that document first.',
        {
          noun: 'transaction',
          id: sourceId,
          by: 'another pair',
        },
      );
    }
    const { subsidiaryId } = source;
    await insertPair(tenant, {
      id: newId(),
      sourceId,
      subsidiaryId,
      mirrorId,
      sisterId: mirror.subsidiaryId,
      byAccount,
    });
    context.record({
      noun: 'transaction',
      recordId: sourceId,
      after: { mirrorId, sisterId: mirror.subsidiaryId },
      event: { type: 'gl.transaction.mirrored', payload: { transactionId: sourceId, mirrorId } },
    });
    const pair = await read();
    if (pair === undefined) throw new Error('a pair went missing');
    return pairView(pair);
  },
});
