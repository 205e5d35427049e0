import { z } from 'zod';
import { codeText, longText, nameText } from '@/usecases/kit/fields';
import type { SubsidiaryRecord } from '@/usecases/subsidiaries/subsidiary-records';

/** 2.5: a subsidiary as surface C shows it. */
export const subsidiarySchema = z.object({
  id: z.guid(),
  organizationId: z.guid(),
  name: z.string(),
  code: z.string(),
  description: z.string().nullable(),
  parentId: z.guid().nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function presentSubsidiary(record: SubsidiaryRecord) {
  return {
    id: record.id,
    organizationId: record.organizationId,
    name: record.name,
    code: record.code,
    description: record.description,
    parentId: record.parentId,
    isActive: record.recordStatus === 'active',
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

const optional = {
  description: longText.nullish(),
  parentId: z.guid().nullish(),
  isActive: z.boolean().optional(),
};

const stored = <Fields extends { isActive?: boolean | undefined }>({ isActive, ...fields }: Fields) => ({
  ...fields,
  ...(isActive === undefined ? {} : { recordStatus: isActive ? ('active' as const) : ('inactive' as const) }),
});

/** 4.4 create. */
export const subsidiaryCreateBody = z
  .object({ ...optional, name: nameText, code: codeText })
  .transform(stored);

/** 4.4 update: omitted fields keep their values; parentId null makes it top level. */
export const subsidiaryUpdateBody = z
  .object({ ...optional, name: nameText.optional(), code: codeText.optional() })
  .transform(stored);
