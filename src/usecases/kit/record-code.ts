import { recordCode } from '@/core/transactions/numbers';
import { takeRecordNumber } from '@/db/stores/structure/numbers';
import type { Tenant } from '@/db/tenancy';

/**
 * The next generated code of a series, e.g. `DEPT-00012`: counted per organization and never used twice. Skips codes
 * that a user has already assigned by hand: of a file with twenty thousand of them in a few steps, not one by one.
 */
export async function nextRecordCode(
  tenant: Tenant,
  prefix: string,
  isTaken: (code: string) => Promise<boolean>,
): Promise<string> {
  const isFree = async (number: bigint) => !(await isTaken(recordCode(prefix, number)));
  const first = await takeRecordNumber(tenant, prefix);
  if (await isFree(first)) return recordCode(prefix, first);
  // Twice as far each time until one is free, then halfway back to one that is taken: the free one right behind it.
  let taken = first;
  let step = 1n;
  while (!(await isFree(taken + step))) {
    taken += step;
    step *= 2n;
  }
  let free = taken + step;
  while (free - taken > 1n) {
    const middle = (taken + free) / 2n;
    if (await isFree(middle)) free = middle;
    else taken = middle;
  }
  // The counter's row is locked since the first number, so these are the ones up to it.
  await takeRecordNumber(tenant, prefix, Number(free - first));
  return recordCode(prefix, free);
}
