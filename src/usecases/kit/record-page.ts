import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { ListQuery, Page } from '@/db/record-store';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from './define';
import { containing } from './search';

/** What the screens ask a list for. */
export const recordPageInput = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(200).default(50),
  search: z.string().max(200).optional(),
  includeInactive: z.boolean().default(false),
  sortField: z.string().max(40).optional(),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** Declares a searchable page of one table for the screens. */
export function defineRecordPage<Row, Sort extends string>(definition: {
  readonly name: string;
  readonly permission: Permission;
  readonly store: { page(tenant: Tenant, query: ListQuery): Promise<Page<Row>> };
  /** Text fields that `search` looks in. */
  readonly searchIn: readonly string[];
  /** Fields a list can be sorted by; the first is the default. */
  readonly sortBy: readonly [Sort, ...Sort[]];
  /** Fields every listed record has. */
  readonly where?: object;
}) {
  return defineUseCase({
    name: definition.name,
    permission: definition.permission,
    mode: 'read',
    input: recordPageInput.extend({
      sortField: z.enum(definition.sortBy as readonly [string, ...string[]]).default(definition.sortBy[0]),
    }),
    run({ tenant }, { page, limit, search, includeInactive, sortField, sortOrder }) {
      return definition.store.page(tenant, {
        where: {
          ...definition.where,
          ...(includeInactive ? {} : { recordStatus: 'active' }),
          ...(search === undefined || search === '' ? {} : { OR: containing(search, definition.searchIn) }),
        },
        orderBy: [{ [sortField]: sortOrder }, { id: sortOrder }],
        skip: (page - 1) * limit,
        take: limit,
      });
    },
  });
}
