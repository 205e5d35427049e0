import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  insertOwnership,
  listOwnership,
  lockOwnership,
  type OwnershipRow,
} from '@/db/stores/people/ownership';
import { type SubsidiaryRecord, subsidiaries } from '@/db/stores/structure/subsidiaries';
import { newId } from '@/lib/ids';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { day, reasonText } from '../kit/fields';
import { ownershipPercent } from './subsidiary-fields';

/** The day from which the share a subsidiary was recorded with is in force. */
const BEGINNING = '1900-01-01';

export const ownershipFields = z.object({
  /** Above 0 and up to 100. */
  percent: ownershipPercent,
  /** The day from which it applies; not after today. */
  effectiveDate: day,
  reason: reasonText,
});

/** The ownership of a subsidiary: what it is today, and every share recorded, newest first. */
export interface OwnershipView {
  readonly subsidiaryId: string;
  readonly percent: string;
  readonly interests: readonly (OwnershipRow & {
    /** Recorded later than the day it applies from. */
    readonly isLate: boolean;
  })[];
}

/** Whether a share was recorded later than the day it applies from; the share a subsidiary began with was not. */
export function isRecordedLate({ effectiveDate, recordedAt }: { effectiveDate: string; recordedAt: string }) {
  return effectiveDate !== BEGINNING && recordedAt.slice(0, 10) > effectiveDate;
}

async function view(tenant: Context['tenant'], subsidiary: SubsidiaryRecord): Promise<OwnershipView> {
  const interests = await listOwnership(tenant, subsidiary.id);
  return {
    subsidiaryId: subsidiary.id,
    percent: interests[0]?.percent ?? subsidiary.ownershipPercent,
    interests: interests.map((one) => ({ ...one, isLate: isRecordedLate(one) })),
  };
}

/** The ownership of a subsidiary with its history. Refuses NOT_FOUND. */
export const getOwnership = defineUseCase({
  name: 'subsidiaries.ownership',
  permission: 'org.structure.read',
  mode: 'read',
  input: byId,
  async run({ tenant }, { id }): Promise<OwnershipView> {
    return view(tenant, (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id));
  },
});

/**
 * Records what a parent owns of a subsidiary from a day on. What was in force on earlier days stays, so no consolidation of
 * an earlier day changes; one recorded late changes those from its own day on, which say so, and is not part of what was known
 * before. The same share recorded again for the same day is recorded once. Refuses NOT_FOUND, INVALID_INPUT for a day to come.
 */
export const recordOwnership = defineUseCase({
  name: 'subsidiaries.recordOwnership',
  permission: 'org.structure.write',
  mode: 'write',
  input: ownershipFields.extend({ id: z.guid() }),
  async run(context, { id, percent, effectiveDate, reason }): Promise<OwnershipView> {
    const { tenant, clock } = context;
    const before = (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id);
    expectVersion(context, before);
    if (effectiveDate > clock.today()) {
      const message = `must not be after today, ${clock.today()}`;
      refuse('INVALID_INPUT', `effectiveDate: ${message}`, {
        issues: [{ path: ['effectiveDate'], message }],
      });
    }
    const isNew = await storeOwnership(context, before, { percent, effectiveDate, reason });
    if (isNew) {
      const [newest] = await listOwnership(tenant, before.id);
      const now = newest?.percent ?? percent;
      if (!dec(now).equals(before.ownershipPercent)) {
        await subsidiaries.update(tenant, before.id, { ownershipPercent: now });
      }
      context.record({
        noun: 'subsidiary',
        recordId: before.id,
        before: { ownershipPercent: before.ownershipPercent },
        after: { percent, effectiveDate, reason },
      });
    }
    return view(tenant, (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id));
  },
});

/** Stores a share from a day on, and before the first one what was in force until then; false: it was already recorded. */
export async function storeOwnership(
  { tenant, principal }: Context,
  subsidiary: SubsidiaryRecord,
  given: { percent: string; effectiveDate: string; reason: string | null },
): Promise<boolean> {
  await lockOwnership(tenant, subsidiary.id);
  const known = await listOwnership(tenant, subsidiary.id);
  const standing = known.find(({ effectiveDate }) => effectiveDate === given.effectiveDate);
  if (standing !== undefined && dec(standing.percent).equals(given.percent)) return false;
  const row = { subsidiaryId: subsidiary.id, recordedBy: principal.actor.id };
  if (known.length === 0) {
    await insertOwnership(tenant, {
      ...row,
      id: newId(),
      percent: subsidiary.ownershipPercent,
      effectiveDate: BEGINNING,
      reason: null,
      recordedAt: subsidiary.createdAt,
    });
  }
  await insertOwnership(tenant, { ...row, id: newId(), ...given });
  return true;
}
