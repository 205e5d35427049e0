import { activityVerbs, listActivities } from '@/usecases/activities/activity-records';
import { convertLead } from '@/usecases/leads/convert-lead';
import { leadVerbs } from '@/usecases/leads/lead-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Leads, and what they become. */
export const leadsRouter = createTrpcRouter({
  create: procedureFor(leadVerbs.create),
  get: procedureFor(leadVerbs.get),
  page: procedureFor(leadVerbs.page),
  update: procedureFor(leadVerbs.update),
  remove: procedureFor(leadVerbs.remove),
  convert: procedureFor(convertLead),
});

/** Calls, emails, meetings, notes and tasks of a prospect or a lead. */
export const activitiesRouter = createTrpcRouter({
  create: procedureFor(activityVerbs.create),
  update: procedureFor(activityVerbs.update),
  remove: procedureFor(activityVerbs.remove),
  list: procedureFor(listActivities),
});
