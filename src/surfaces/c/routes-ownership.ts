import { z } from 'zod';
import { getOwnership, ownershipFields, recordOwnership } from '@/usecases/subsidiaries/record-ownership';
import { json } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Ownership of subsidiaries', tag: 'Subsidiaries' } as const;
const PATH = '/api/v1/subsidiaries/{id}/ownership';

const ownershipSchema = z.object({
  subsidiaryId: z.guid(),
  percent: z.string(),
  interests: z.array(
    z.object({
      id: z.guid(),
      percent: z.string(),
      effectiveDate: z.iso.date(),
      reason: z.string().nullable(),
      recordedBy: z.guid().nullable(),
      recordedAt: z.iso.datetime(),
      isLate: z.boolean(),
    }),
  ),
});

/** What a parent owns of a subsidiary, as dated facts. */
export const ownershipRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.ownership',
    method: 'GET',
    path: PATH,
    summary:
      'The percentage of a subsidiary that the parent owns today, and every percentage recorded, newest first',
    params: byId,
    query: none,
    body: null,
    success: { status: 200, schema: ownershipSchema },
    handle: ({ call, params }) => perform(getOwnership, call, params, (view) => json(200, view)),
  }),
  defineRoute({
    ...shared,
    operation: 'C.subsidiaries.recordOwnership',
    method: 'POST',
    path: PATH,
    summary:
      'Record the percentage of a subsidiary that the parent owns from a date; earlier dates keep theirs',
    params: byId,
    query: none,
    body: ownershipFields,
    success: { status: 201, schema: ownershipSchema },
    example: {
      body: { percent: '80', effectiveDate: '2026-07-01', reason: 'A fifth of the shares was sold' },
    },
    handle: ({ call, params, body }) =>
      perform(recordOwnership, call, { ...params, ...body }, (view) => json(201, view)),
  }),
];
