import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import { NAMED_KINDS, type NamedKind, type RecordName, readRecordNames } from '@/db/reports/record-names';
import { defineUseCase } from '@/usecases/kit/define';

/** The permission required to see the name of a record of each kind. */
const PERMISSIONS: Readonly<Record<NamedKind, Permission>> = {
  person: 'org.member.read',
  transaction: 'gl.transaction.read',
  entry: 'gl.report.read',
  contract: 'revenue.read',
  subscription: 'billing.read',
  account: 'gl.account.read',
  subsidiary: 'org.structure.read',
  department: 'org.structure.read',
  class: 'org.structure.read',
  location: 'org.structure.read',
  warehouse: 'org.structure.read',
  customer: 'crm.customer.read',
  vendor: 'purchasing.read',
  employee: 'hr.employee.read',
  item: 'billing.read',
  priceList: 'billing.read',
  taxCode: 'gl.setup.read',
  transactionType: 'gl.setup.read',
  period: 'gl.period.read',
  project: 'project.read',
  policy: 'revenue.read',
};

/**
 * The numbers and names of records by id, for links and for the history in words; unknown ids and kinds the caller may not read are
 * left out.
 */
export const findRecordNames = defineUseCase({
  name: 'directory.recordNames',
  permission: null,
  mode: 'report',
  input: z.object({ ids: z.array(z.guid()).max(500) }),
  async run({ tenant, principal }, { ids }): Promise<RecordName[]> {
    const kinds = NAMED_KINDS.filter((kind) => principal.permissions.has(PERMISSIONS[kind]));
    return readRecordNames(tenant, kinds, ids);
  },
});
