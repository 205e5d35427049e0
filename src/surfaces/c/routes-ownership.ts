import { z } from 'zod';
import { getOwnership, ownershipFields, recordOwnership } from '@/usecases/subsidiaries/record-ownership';
import { shows } from '../kit/answer';
import { perform } from '../kit/perform';
import { defineRoute } from '../kit/route';
import { ownershipShape } from './fields/ownership';

const none = z.object({});
const byId = z.object({ id: z.guid() });
const shared = { section: 'Ownership of subsidiaries', tag: 'Subsidiaries' } as const;
const PATH = '/api/v1/subsidiaries/{id}/ownership';

/** A parent's ownership of a subsidiary, as dated facts. */
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
    success: { status: 200, schema: ownershipShape.schema },
    handle: ({ call, params }) => perform(getOwnership, call, params, shows(ownershipShape)),
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
    success: { status: 201, schema: ownershipShape.schema },
    example: {
      body: { percent: '80', effectiveDate: '2026-07-01', reason: 'A fifth of the shares was sold' },
    },
    handle: ({ call, params, body }) =>
      perform(recordOwnership, call, { ...params, ...body }, shows(ownershipShape, 201)),
  }),
];
