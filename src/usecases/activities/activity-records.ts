import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { ACTIVITY_KINDS } from '@/core/sales/activity-kinds';
import { recordStore } from '@/db/record-store';
import { crud } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { anId, day, longText, nameText } from '@/usecases/kit/fields';

const activities = recordStore('Activity');

const fields = {
  activityKind: z.enum(ACTIVITY_KINDS),
  happensOn: day,
  summary: nameText,
  details: longText.nullish(),
  /** False for what is still to be done on its day. */
  isDone: z.boolean().default(true),
};

/** What was done, or is to be done, about one prospect or one lead. Refuses INVALID_INPUT for neither or both. */
export const activityVerbs = crud({
  noun: 'activity',
  plural: 'activities',
  store: activities,
  read: 'crm.lead.read',
  write: 'crm.lead.write',
  create: z.object({ ...fields, prospectId: anId.nullish(), leadId: anId.nullish() }),
  update: z.object(fields).partial(),
  prepareCreate({ principal }, input) {
    if (
      (input.prospectId ?? null) === null ? (input.leadId ?? null) === null : (input.leadId ?? null) !== null
    ) {
      const message = 'must be given, or a lead, and not both';
      refuse('INVALID_INPUT', `prospectId: ${message}`, { issues: [{ path: ['prospectId'], message }] });
    }
    return { ...input, createdBy: principal.actor.kind === 'user' ? principal.actor.id : null };
  },
  prepareUpdate: (_context, _before, input) => input,
});

/** The activities of a prospect or a lead, what is still to be done first, then the latest. At most 500. */
export const listActivities = defineUseCase({
  name: 'activities.list',
  permission: 'crm.lead.read',
  mode: 'read',
  input: z.union([z.object({ prospectId: anId }), z.object({ leadId: anId })]),
  run: ({ tenant }, about) =>
    activities.list(tenant, {
      where: about,
      orderBy: [{ isDone: 'asc' }, { happensOn: 'desc' }, { createdAt: 'desc' }],
      take: 500,
    }),
});
