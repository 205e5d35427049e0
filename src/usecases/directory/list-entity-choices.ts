import { z } from 'zod';
import { ENTITY_TYPES } from '@/core/transactions/kinds';
import { type EntityChoice, type EntityKind, readEntityChoices } from '@/db/reports/directory';
import { defineUseCase } from '@/usecases/kit/define';
import { demand } from '@/usecases/kit/run';
import { ENTITY_PERMISSIONS } from './entity-permissions';

/** The most counterparties a form offers; a longer list has to be searched. */
const MOST = 5_000;

/** The active counterparties a document can name, by name. Requires the permission to read that kind. */
export const listEntityChoices = defineUseCase({
  name: 'directory.entityChoices',
  permission: null,
  mode: 'report',
  input: z.object({ kind: z.enum(ENTITY_TYPES) }),
  async run({ tenant, principal }, { kind }): Promise<EntityChoice[]> {
    demand(principal, ENTITY_PERMISSIONS[kind satisfies EntityKind]);
    return readEntityChoices(tenant, kind, MOST);
  },
});
