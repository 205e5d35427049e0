import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { Offered } from '@/db/reports/choices/offered';
import {
  CHOICE_KINDS,
  type ChoiceKind,
  type RecordChoice,
  readRecordChoices,
} from '@/db/reports/choices/record-choices';
import { defineUseCase } from '@/usecases/kit/define';
import { demand } from '@/usecases/kit/run';
import { ASKED_CHOICES } from './choices-input';

/** The permission required to read the records of each kind. */
const PERMISSIONS: Readonly<Record<ChoiceKind, Permission>> = {
  ITEM: 'billing.read',
  PROJECT: 'project.read',
  WAREHOUSE: 'org.structure.read',
};

/**
 * The active items, projects or warehouses for a form, by code: all where they are few, or those that typed text means; some by id, active or
 * not. Requires the permission to read that kind (FORBIDDEN).
 */
export const listRecordChoices = defineUseCase({
  name: 'directory.recordChoices',
  permission: null,
  mode: 'report',
  input: z.object({ kind: z.enum(CHOICE_KINDS), ...ASKED_CHOICES }),
  async run({ tenant, principal }, { kind, ...asked }): Promise<Offered<RecordChoice>> {
    demand(principal, PERMISSIONS[kind]);
    return readRecordChoices(tenant, kind, asked);
  },
});
