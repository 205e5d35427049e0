import { z } from 'zod';
import { ENTITY_TYPES } from '@/core/transactions/kinds';
import { readEntityNames } from '@/db/reports/directory';
import { type ExportNames, readExportNames } from '@/db/reports/export-names';
import { defineUseCase } from '../kit/define';
import { ENTITY_PERMISSIONS } from './entity-permissions';

/** The names in the head of a file: of the organization, a subsidiary and a counterparty, as far as the caller may see them. */
export const describeExport = defineUseCase({
  name: 'directory.describeExport',
  permission: null,
  mode: 'report',
  input: z.object({ subsidiaryId: z.guid().optional(), entityId: z.guid().optional() }),
  async run(
    { tenant, principal },
    { subsidiaryId, entityId },
  ): Promise<ExportNames & { readonly entity: string | null }> {
    const mayRead = principal.permissions.has('org.structure.read');
    const names = await readExportNames(tenant, mayRead ? (subsidiaryId ?? null) : null);
    const kinds = ENTITY_TYPES.filter((kind) => principal.permissions.has(ENTITY_PERMISSIONS[kind]));
    const [entity] = entityId === undefined ? [] : await readEntityNames(tenant, kinds, [entityId]);
    return { ...names, entity: entity?.name ?? null };
  },
});
