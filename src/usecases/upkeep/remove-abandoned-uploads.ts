import { z } from 'zod';
import type { Principal } from '@/core/principal';
import { lockAbandonedUpload, removeImport } from '@/db/stores/imports';
import type { Clock } from '@/lib/clock';
import { newId } from '@/lib/ids';
import { defineUseCase } from '../kit/define';
import { runForOutput } from '../kit/run';

/** An upload that broke off can be continued for this long after its last row; then it is removed. */
export const CONTINUED_FOR_DAYS = 7;
/** A first round after years leaves the rest for the next sweep. */
const ROUNDS = 100;

/** Removes one upload to which nothing was added for a week, with its rows, and says so in the audit trail. */
const removeAbandonedUpload = defineUseCase({
  name: 'imports.removeAbandoned',
  permission: 'org.organization.write',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<{ readonly removed: boolean }> {
    const { tenant, clock } = context;
    const before = new Date(clock.now().getTime() - CONTINUED_FOR_DAYS * 86_400_000);
    const one = await lockAbandonedUpload(tenant, before);
    if (one === null) return { removed: false };
    await removeImport(tenant, one.id);
    context.record({
      noun: 'import',
      recordId: one.id,
      before: { noun: one.noun, fileName: one.fileName },
    });
    return { removed: true };
  },
});

/** Removes the organization's uploads to which nothing was added for a week; returns how many. Background work. */
export async function removeAbandonedUploads(principal: Principal, clock: Clock): Promise<number> {
  const call = { principal, surface: 'job', requestId: newId(), clock } as const;
  let removed = 0;
  while (removed < ROUNDS && (await runForOutput(removeAbandonedUpload, call, {})).removed) removed += 1;
  return removed;
}
