import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { Filter, Order } from '@/db/record-row';
import type { ListQuery, Page } from '@/db/record-store';
import type { SearchedNoun } from '@/db/reports/party-search';
import type { Tenant } from '@/db/tenancy';
import { defineUseCase } from './define';
import { isBoundedSearch, pageContaining, type Searched } from './search';

/** The parameters the screens send for a page of a list. */
export const recordPageInput = z.object({
  page: z.int().min(1).default(1),
  limit: z.int().min(1).max(200).default(50),
  search: z.string().max(200).optional(),
  /** Of what many records contain, no more is counted than the end of the next page. */
  isBounded: isBoundedSearch,
  includeInactive: z.boolean().default(false),
  sortField: z.string().max(40).optional(),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** What a row of a list has besides its own columns. */
interface Listed {
  readonly id: string;
  readonly recordStatus: string;
}

/** Declares a searchable page of one table for the screens. */
export function defineRecordPage<Row, Sort extends keyof Row & string>(definition: {
  readonly name: string;
  readonly permission: Permission;
  readonly store: {
    readonly page: (tenant: Tenant, query: ListQuery<Row>) => Promise<Page<Row>>;
    readonly list: (tenant: Tenant, query: ListQuery<Row>) => Promise<Row[]>;
  };
  /** Text fields that `search` looks in. */
  readonly searchIn: readonly (keyof Row & string)[];
  /** Fields a list can be sorted by; the first is the default. */
  readonly sortBy: readonly [Sort, ...Sort[]];
  /** Column values that every listed record must have. */
  readonly where?: Filter<Row>;
  /** The noun whose index of texts covers `searchIn`: what contains the text of a search is found by it. */
  readonly indexed?: SearchedNoun | undefined;
}) {
  return defineUseCase({
    name: definition.name,
    permission: definition.permission,
    mode: 'read',
    input: recordPageInput.extend({
      sortField: z.enum(definition.sortBy as readonly [string, ...string[]]).default(definition.sortBy[0]),
    }),
    run({ tenant }, { page, limit, search, isBounded, includeInactive, sortField, sortOrder }) {
      // The types restrict search and sort fields to columns of the row; every row of a list is `Listed` too.
      const active: Filter<Listed> = includeInactive ? {} : { recordStatus: 'active' };
      const byId: Order<Listed> = { id: sortOrder };
      return pageContaining(tenant, definition.store, {
        search,
        isBounded,
        searchIn: definition.searchIn,
        indexed: definition.indexed,
        equals: active as Searched<Row>['equals'],
        orderBy: [{ [sortField]: sortOrder } as unknown as Order<Row>, byId as unknown as Order<Row>],
        skip: (page - 1) * limit,
        take: limit,
      });
    },
  });
}
