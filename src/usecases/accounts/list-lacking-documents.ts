import { z } from 'zod';
import { lackingDimensions, type UnpostedDocument } from '@/db/stores/documents/lacking-dimensions';
import { accounts } from '@/db/stores/structure/accounts';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';

/** Unposted documents that are examined, the latest first: far more than wait in books that are kept up to date. */
const LOOKED_THROUGH = 5_000;
/** Documents that are named. */
const NAMED = 5;

/** Documents that wait and could not be posted to an account, since their lines lack a dimension that the account requires. */
export interface Lacking {
  /** The first of them, by number. */
  readonly documents: readonly UnpostedDocument[];
  readonly count: number;
  /** Only the latest unposted documents were examined. */
  readonly isPartial: boolean;
}

/**
 * The documents that are not posted and whose lines on an account lack a dimension that it requires; they are refused when they are posted.
 * None for an account that requires no dimension. Refuses NOT_FOUND.
 */
export const listLackingDocuments = defineUseCase({
  name: 'accounts.lacking',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({ id: z.guid() }),
  async run({ tenant }, { id }): Promise<Lacking> {
    const { requiredDimensions } = (await accounts.find(tenant, id)) ?? refuseNotFound('account', id);
    if (requiredDimensions.length === 0) return { documents: [], count: 0, isPartial: false };
    return lackingDimensions(tenant, id, { read: LOOKED_THROUGH, shown: NAMED });
  },
});
