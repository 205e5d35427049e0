import { z } from 'zod';
import { ENTITY_TYPES } from '@/core/transactions/kinds';
import { type NamedEntity, readEntityNames } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';
import { ENTITY_PERMISSIONS } from './entity-permissions';

/** The names of counterparties by id, for lists; unknown ids and kinds the caller may not read are left out. */
export const findEntityNames = defineUseCase({
  name: 'directory.entityNames',
  permission: null,
  mode: 'report',
  input: z.object({ ids: z.array(z.guid()).max(200) }),
  async run({ tenant, principal }, { ids }): Promise<NamedEntity[]> {
    const kinds = ENTITY_TYPES.filter((kind) => principal.permissions.has(ENTITY_PERMISSIONS[kind]));
    return readEntityNames(tenant, kinds, ids);
  },
});
