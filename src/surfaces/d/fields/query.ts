import { z } from 'zod';
import { isAccountingDate } from '@/core/periods/calendar';
import { pageFields } from '../../kit/paging';

const MISSING = 'is required in query parameters';

/** An empty parameter counts as missing. */
const given = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema) as unknown as z.ZodType<string>;

const id = z.guid({
  error: (issue) =>
    issue.input === undefined ? MISSING : 'must be an id such as 0190b3c8-6f2e-7c3a-9d41-5a8e2f7b1c60',
});

const day = z
  .string({ error: (issue) => (issue.input === undefined ? MISSING : 'must be a date such as 2026-11-21') })
  .refine(isAccountingDate, 'must be a date such as 2026-11-21');

/** A required id; when missing, the message from decisions.md. */
export const requiredId = given(id);
/** A required day `YYYY-MM-DD`. */
export const requiredDay = given(day);

export const optionalId = given(id.optional() as unknown as z.ZodType<string>).optional();
export const optionalDay = given(day.optional() as unknown as z.ZodType<string>).optional();

/** Section 8: page default 1, limit default 20, at most 100. */
export const paging = pageFields({ limit: 20, max: 100 });
