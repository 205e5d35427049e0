import { z } from 'zod';
import { anId } from '@/usecases/kit/fields';

/**
 * What a field that chooses one record asks for, beside the kind: what is typed, some records by id (inactive ones too), or those that texts
 * name, as cells of a pasted table do.
 */
export const ASKED_CHOICES = {
  typed: z.string().max(100).default(''),
  ids: z.array(anId).max(200).default([]),
  texts: z.array(z.string().max(200)).max(200).default([]),
};
