import { z } from 'zod';
import { AMOUNT_COLUMN, columnProblem } from '@/core/money/column';
import type { Permission } from '@/core/permissions';
import { type FoundKind, type FoundRecord, searchRecords } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';

const KINDS: Readonly<Record<FoundKind, Permission>> = {
  transaction: 'gl.transaction.read',
  account: 'gl.account.read',
  customer: 'crm.customer.read',
  vendor: 'purchasing.read',
  prospect: 'crm.prospect.read',
  employee: 'hr.employee.read',
};

/** The search palette: a few records of every kind the caller may read, by number, name, memo or exact total. */
export const searchEverything = defineUseCase({
  name: 'directory.search',
  permission: null,
  mode: 'report',
  input: z.object({ query: z.string().trim().min(2).max(100) }),
  async run({ tenant, principal }, { query }): Promise<FoundRecord[]> {
    const typed = query.replaceAll(',', '');
    return searchRecords(tenant, {
      kinds: (Object.keys(KINDS) as FoundKind[]).filter((kind) => principal.permissions.has(KINDS[kind])),
      pattern: `%${query.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`,
      amount: columnProblem(typed, AMOUNT_COLUMN) === null ? typed : null,
      limit: 5,
    });
  },
});
