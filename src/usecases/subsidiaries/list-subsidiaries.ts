import { z } from 'zod';
import { type SubsidiaryRecord, subsidiaries } from '@/db/stores/structure/subsidiaries';
import { defineUseCase } from '../kit/define';

export const SUBSIDIARY_ORDERS = ['name', 'code', 'createdAt'] as const;

/** A page of subsidiaries, by name unless specified otherwise (interface 4.4; decisions.md, "List defaults"). */
export const listSubsidiaries = defineUseCase({
  name: 'subsidiaries.list',
  permission: 'org.structure.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(10),
    orderBy: z.enum(SUBSIDIARY_ORDERS).default('name'),
    orderDirection: z.enum(['asc', 'desc']).default('asc'),
    isActive: z.boolean().optional(),
    /** Null: top-level subsidiaries. */
    parentId: z.guid().nullable().optional(),
  }),
  async run(
    { tenant },
    { page, limit, orderBy, orderDirection, isActive, parentId },
  ): Promise<{ rows: SubsidiaryRecord[]; total: number; page: number; limit: number }> {
    const found = await subsidiaries.page(tenant, {
      where: {
        ...(isActive === undefined ? {} : { recordStatus: isActive ? 'active' : { not: 'active' } }),
        ...(parentId === undefined ? {} : { parentId }),
      },
      orderBy: [{ [orderBy]: orderDirection }, { id: 'asc' }],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { ...found, page, limit };
  },
});
