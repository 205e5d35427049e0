import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { CHOICE_KINDS, type ChoiceKind, type RecordChoice, readRecordChoices } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';

/** What lets a caller read the records of each kind. */
const PERMISSIONS: Readonly<Record<ChoiceKind, Permission>> = {
  ITEM: 'billing.read',
  PROJECT: 'project.read',
  WAREHOUSE: 'org.structure.read',
};

/** Most records a form offers. */
const MOST = 5_000;

/**
 * All items, projects or warehouses a form offers, by code: a page of them would hide the rest. Inactive ones only when asked
 * for, to name what older records say. Needs the permission to read that kind (FORBIDDEN).
 */
export const listRecordChoices = defineUseCase({
  name: 'directory.recordChoices',
  permission: null,
  mode: 'report',
  input: z.object({ kind: z.enum(CHOICE_KINDS), includeInactive: z.boolean().default(false) }),
  async run({ tenant, principal }, { kind, includeInactive }): Promise<RecordChoice[]> {
    const permission = PERMISSIONS[kind];
    if (!principal.permissions.has(permission)) {
      refuse('FORBIDDEN', `This requires the permission ${permission}.`, { permission });
    }
    return readRecordChoices(tenant, kind, includeInactive, MOST);
  },
});
