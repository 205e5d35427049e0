import { z } from 'zod';
import { columnProblem, RATE_COLUMN } from '@/core/money/column';
import type { CustomerView } from '@/usecases/customers/customer-fields';
import { archivableStatus, momentText, nameText } from '@/usecases/kit/fields';
import type { LeadView } from '@/usecases/leads/lead-records';
import type { ProspectView } from '@/usecases/prospects/prospect-fields';
import { initialProspectStatus, prospectFields, prospectStatus } from '@/usecases/prospects/prospect-fields';
import { shapeOf } from '../../kit/shape';

/** 2.1: a prospect as surface A returns it. Optional fields without a value are null. */
export const prospectShape = shapeOf<ProspectView>()({
  id: 'id',
  organizationId: 'id',
  name: 'text',
  email: 'text?',
  phone: 'text?',
  company: 'text?',
  industry: 'text?',
  estimatedRevenue: 'number?',
  employeeCount: 'count?',
  status: [prospectStatus, 'prospectStatus'],
  assignedTo: 'id?',
  lastContactedAt: 'moment?',
  notes: 'text?',
  customFields: 'custom?',
  isActive: ['active', 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

/** 4.1: the summary of by-industry and high-value. */
export const prospectSummaryShape = prospectShape.pick(
  'id',
  'name',
  'email',
  'industry',
  'estimatedRevenue',
  'employeeCount',
  'status',
);

/** 4.1 create. `null` for an optional field is the same as omitting it. */
export const prospectCreateBody = z
  .object({ ...prospectFields, name: nameText, status: initialProspectStatus.optional() })
  .transform(({ status, ...fields }) => ({ ...fields, prospectStatus: status }));

/** 4.1 update: omitted fields keep their values, `null` clears an optional one. */
export const prospectUpdateBody = z
  .object({
    ...prospectFields,
    name: nameText.optional(),
    status: prospectStatus.optional(),
    lastContactedAt: momentText.nullish(),
    isActive: z.boolean().optional(),
  })
  .transform(({ status, isActive, ...fields }) => ({
    ...fields,
    prospectStatus: status,
    recordStatus: isActive === undefined ? undefined : isActive ? ('active' as const) : ('inactive' as const),
  }));

/** 4.1 `sortField`: the contract's names and the corresponding record fields. */
export const PROSPECT_SORT_NAMES = {
  name: 'name',
  email: 'email',
  company: 'company',
  industry: 'industry',
  estimatedRevenue: 'estimatedRevenue',
  employeeCount: 'employeeCount',
  status: 'prospectStatus',
  lastContactedAt: 'lastContactedAt',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
} as const;

/** `minRevenue`: a decimal number, compared exactly. */
export const minRevenueQuery = z.string().superRefine((text, context) => {
  // The value is only compared, so no column limits it; the bound rejects excessive lengths.
  const problem = columnProblem(text, { integer: 30, fraction: RATE_COLUMN.fraction });
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** 2.2: a lead. */
const lead = shapeOf<LeadView>()({
  id: 'id',
  organizationId: 'id',
  name: 'text',
  email: 'text?',
  phone: 'text?',
  company: 'text?',
  source: 'text?',
  status: ['text', 'leadStatus'],
  score: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

/** 4.1: the answer of a conversion to a lead. */
export const toLeadShape = shapeOf<LeadView>()({
  leadId: ['id', 'id'],
  lead: [lead, (row) => row],
});

/** 4.1: the subset of 2.3 that a conversion returns. */
const convertedCustomer = shapeOf<CustomerView>()({
  id: 'id',
  organizationId: 'id',
  companyName: 'text',
  contactEmail: 'text?',
  contactPhone: 'text?',
  status: [archivableStatus, 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

/** 4.1: the answer of a conversion to a customer. */
export const toCustomerShape = shapeOf<CustomerView>()({
  customerId: ['id', 'id'],
  customer: [convertedCustomer, (row) => row],
});
