import { z } from 'zod';
import { ENTITY_TYPES } from '@/core/transactions/kinds';
import { type EntityChoice, type EntityKind, readEntityChoices } from '@/db/reports/choices/entity-choices';
import type { Offered } from '@/db/reports/choices/offered';
import { defineUseCase } from '@/usecases/kit/define';
import { demand } from '@/usecases/kit/run';
import { ASKED_CHOICES } from './choices-input';
import { ENTITY_PERMISSIONS } from './entity-permissions';

/**
 * The active counterparties a document can name: by name, all where they are few, or those that typed text means; some by id. Requires the
 * permission to read that kind (FORBIDDEN).
 */
export const listEntityChoices = defineUseCase({
  name: 'directory.entityChoices',
  permission: null,
  mode: 'report',
  input: z.object({ kind: z.enum(ENTITY_TYPES), ...ASKED_CHOICES }),
  async run({ tenant, principal }, { kind, ...asked }): Promise<Offered<EntityChoice>> {
    demand(principal, ENTITY_PERMISSIONS[kind satisfies EntityKind]);
    return readEntityChoices(tenant, kind, asked);
  },
});
