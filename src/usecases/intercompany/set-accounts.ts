import { z } from 'zod';
import { isProfitAndLoss } from '@/core/ledger/accounts';
import { refuse } from '@/core/refusals';
import type { AccountRecord } from '@/db/stores/structure/accounts';
import {
  listParties,
  listSisterAccounts,
  lockIntercompanySettings,
  type PartyRow,
  replaceSisterAccounts,
  type SisterAccountsRow,
} from '@/db/stores/structure/intercompany';
import { subsidiaries } from '@/db/stores/structure/subsidiaries';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { demandEliminated } from './set-parties';

export const sisterAccountFields = z.object({
  subsidiaryId: anId,
  sisterId: anId,
  /** What the sister owes the subsidiary; null in all four: the accounts are removed. */
  dueFromAccountId: anId.nullable(),
  /** What the subsidiary owes the sister; may be the same account. */
  dueToAccountId: anId.nullable(),
  /** The lines of a sale to the sister that mirrors its purchase. */
  incomeAccountId: anId.nullable(),
  /** The lines of a purchase from the sister that mirrors its sale. */
  chargeAccountId: anId.nullable(),
});

const wrong = (field: string, message: string): never =>
  refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });

const isDue = (account: AccountRecord) =>
  account.isSummary ||
  account.isControl ||
  isProfitAndLoss(account.accountType as never) ||
  account.accountType === 'EQUITY'
    ? 'must be an asset or liability that journals can be posted to'
    : null;
const isResult = (account: AccountRecord) =>
  account.isSummary || !isProfitAndLoss(account.accountType as never)
    ? 'must be an income or expense account'
    : null;

/**
 * Names the accounts of a subsidiary with one sister: what is due from and due to it, and the lines of mirrored sales and purchases. All
 * of them are accounts that consolidation eliminates; what is due stands in accounts of no other sister, so that a journal's line says
 * which one it is with. Refuses REFERENCE_NOT_FOUND, INVALID_INPUT.
 */
export const setSisterAccounts = defineUseCase({
  name: 'intercompany.setAccounts',
  permission: 'gl.setup.write',
  mode: 'write',
  input: sisterAccountFields,
  async run(context, input): Promise<SisterAccountsRow | null> {
    const { tenant, principal } = context;
    const { subsidiaryId, sisterId, dueFromAccountId, dueToAccountId, incomeAccountId, chargeAccountId } =
      input;
    await lockIntercompanySettings(tenant);
    for (const [field, id] of [
      ['subsidiaryId', subsidiaryId],
      ['sisterId', sisterId],
    ] as const) {
      if ((await subsidiaries.find(tenant, id)) === null) {
        refuse('REFERENCE_NOT_FOUND', `${field} is not a subsidiary of this organization.`, {
          field,
          noun: 'subsidiary',
          id,
        });
      }
    }
    if (subsidiaryId === sisterId) wrong('sisterId', 'must be another subsidiary');
    const place = { subsidiaryId, sisterId };
    const known = await listSisterAccounts(tenant);
    const before =
      known.find((one) => one.subsidiaryId === subsidiaryId && one.sisterId === sisterId) ?? null;
    const given = [dueFromAccountId, dueToAccountId, incomeAccountId, chargeAccountId];
    const audit = (after: SisterAccountsRow | null) =>
      context.record({ noun: 'subsidiary', recordId: subsidiaryId, before, after });
    if (given.every((id) => id === null)) {
      await replaceSisterAccounts(tenant, place, null);
      audit(null);
      return null;
    }
    if (
      dueFromAccountId === null ||
      dueToAccountId === null ||
      incomeAccountId === null ||
      chargeAccountId === null
    ) {
      return wrong('dueFromAccountId', 'name all four accounts, or none');
    }
    await demandEliminated(tenant, 'dueFromAccountId', dueFromAccountId, isDue);
    await demandEliminated(tenant, 'dueToAccountId', dueToAccountId, isDue);
    await demandEliminated(tenant, 'incomeAccountId', incomeAccountId, isResult);
    await demandEliminated(tenant, 'chargeAccountId', chargeAccountId, isResult);
    const others = known.filter((one) => one.subsidiaryId === subsidiaryId && one.sisterId !== sisterId);
    const taken = new Set(others.flatMap((one) => [one.dueFromAccountId, one.dueToAccountId]));
    if (taken.has(dueFromAccountId))
      wrong('dueFromAccountId', 'is the account for another sister subsidiary');
    if (taken.has(dueToAccountId)) wrong('dueToAccountId', 'is the account for another sister subsidiary');
    const four = { dueFromAccountId, dueToAccountId, incomeAccountId, chargeAccountId };
    await replaceSisterAccounts(tenant, place, { ...four, recordedBy: principal.actor.id });
    audit({ ...place, ...four });
    return { ...place, ...four };
  },
});

/** The intercompany settings within the caller's reach. */
export const intercompanySettings = defineUseCase({
  name: 'intercompany.settings',
  permission: 'gl.setup.read',
  mode: 'report',
  input: z.object({}),
  async run({ tenant }): Promise<{ parties: readonly PartyRow[]; accounts: readonly SisterAccountsRow[] }> {
    return { parties: await listParties(tenant), accounts: await listSisterAccounts(tenant) };
  },
});
