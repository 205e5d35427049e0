import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import { CHOICE_KINDS, type ChoiceKind, type RecordChoice, readRecordChoices } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';
import { demand } from '@/usecases/kit/run';

/** The permission required to read the records of each kind. */
const PERMISSIONS: Readonly<Record<ChoiceKind, Permission>> = {
  ITEM: 'billing.read',
  PROJECT: 'project.read',
  WAREHOUSE: 'org.structure.read',
};

/** The most records a form offers. */
const MOST = 5_000;

/**
 * All items, projects or warehouses for a form, by code: a single page would hide the rest. Inactive ones are included
 * only on request, to name what older records refer to. Requires the permission to read that kind (FORBIDDEN).
 */
export const listRecordChoices = defineUseCase({
  name: 'directory.recordChoices',
  permission: null,
  mode: 'report',
  input: z.object({ kind: z.enum(CHOICE_KINDS), includeInactive: z.boolean().default(false) }),
  async run({ tenant, principal }, { kind, includeInactive }): Promise<RecordChoice[]> {
    demand(principal, PERMISSIONS[kind]);
    return readRecordChoices(tenant, kind, includeInactive, MOST);
  },
});
