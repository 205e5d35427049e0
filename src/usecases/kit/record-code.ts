import { recordCode } from '@/core/transactions/numbers';
import { takeRecordNumber } from '@/db/stores/structure/numbers';
import type { Tenant } from '@/db/tenancy';

/**
 * The next generated code of a series, e.g. `DEPT-00012`: counted per organization and never used twice. Skips a code
 * that a user has already assigned by hand.
 */
export async function nextRecordCode(
  tenant: Tenant,
  prefix: string,
  isTaken: (code: string) => Promise<boolean>,
): Promise<string> {
  for (;;) {
    const code = recordCode(prefix, await takeRecordNumber(tenant, prefix));
    if (!(await isTaken(code))) return code;
  }
}
