import { z } from 'zod';
import { codeText, longText, nameText } from '@/usecases/kit/fields';
import type { SubsidiaryRecord } from '@/usecases/subsidiaries/subsidiary-records';
import { shapeOf } from '../../kit/shape';

/** 2.5: a subsidiary as surface C returns it. */
export const subsidiaryShape = shapeOf<SubsidiaryRecord>()({
  id: 'id',
  organizationId: 'id',
  name: 'text',
  code: 'text',
  description: 'text?',
  parentId: 'id?',
  isActive: ['active', 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

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
