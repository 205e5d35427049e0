import { z } from 'zod';
import { columnProblem, RATE_COLUMN } from '@/core/money/column';
import { toJsonNumber } from '@/core/money/json-number';
import type { CustomerView } from '@/usecases/customers/customer-fields';
import { momentText, nameText } from '@/usecases/kit/fields';
import type { LeadView } from '@/usecases/leads/lead-records';
import type { ProspectView } from '@/usecases/prospects/prospect-fields';
import { initialProspectStatus, prospectFields, prospectStatus } from '@/usecases/prospects/prospect-fields';

/** 2.1: a prospect as surface A shows it. Optional fields without a value are null. */
export const prospectSchema = z.object({
  id: z.guid(),
  organizationId: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  industry: z.string().nullable(),
  estimatedRevenue: z.number().nullable(),
  employeeCount: z.int().nullable(),
  status: prospectStatus,
  assignedTo: z.guid().nullable(),
  lastContactedAt: z.iso.datetime().nullable(),
  notes: z.string().nullable(),
  customFields: z.record(z.string(), z.unknown()).nullable(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function presentProspect(prospect: ProspectView) {
  return {
    id: prospect.id,
    organizationId: prospect.organizationId,
    name: prospect.name,
    email: prospect.email,
    phone: prospect.phone,
    company: prospect.company,
    industry: prospect.industry,
    estimatedRevenue: numberOf(prospect.estimatedRevenue),
    employeeCount: prospect.employeeCount,
    status: prospect.prospectStatus,
    assignedTo: prospect.assignedTo,
    lastContactedAt: prospect.lastContactedAt,
    notes: prospect.notes,
    customFields: prospect.customFields,
    isActive: prospect.recordStatus === 'active',
    createdAt: prospect.createdAt,
    updatedAt: prospect.updatedAt,
  };
}

/** 4.1: the summary of by-industry and high-value. */
export const prospectSummarySchema = prospectSchema.pick({
  id: true,
  name: true,
  email: true,
  industry: true,
  estimatedRevenue: true,
  employeeCount: true,
  status: true,
});

export function presentProspectSummary(prospect: ProspectView) {
  return {
    id: prospect.id,
    name: prospect.name,
    email: prospect.email,
    industry: prospect.industry,
    estimatedRevenue: numberOf(prospect.estimatedRevenue),
    employeeCount: prospect.employeeCount,
    status: prospect.prospectStatus,
  };
}

/** 4.1 create. `null` for an optional field is the same as leaving it out. */
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

/** 4.1 `sortField` in the contract's names, with the record's. */
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

/** `minRevenue`: a decimal number, exactly as written. */
export const minRevenueQuery = z.string().superRefine((text, context) => {
  // Comparing needs no column; the bound only keeps hostile lengths out.
  const problem = columnProblem(text, { integer: 30, fraction: RATE_COLUMN.fraction });
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** 2.2: a lead. */
export const leadSchema = z.object({
  id: z.guid(),
  organizationId: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  source: z.string().nullable(),
  status: z.string(),
  score: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function presentLead(lead: LeadView) {
  return {
    id: lead.id,
    organizationId: lead.organizationId,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    company: lead.company,
    source: lead.source,
    status: lead.leadStatus,
    score: lead.score,
    createdAt: lead.createdAt,
    updatedAt: lead.updatedAt,
  };
}

/** 4.1: the subset of 2.3 that a conversion returns. */
export const convertedCustomerSchema = z.object({
  id: z.guid(),
  organizationId: z.guid(),
  companyName: z.string(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  status: z.enum(['active', 'inactive', 'archived']),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export function presentConvertedCustomer(customer: CustomerView) {
  return {
    id: customer.id,
    organizationId: customer.organizationId,
    companyName: customer.companyName,
    contactEmail: customer.contactEmail,
    contactPhone: customer.contactPhone,
    status: customer.recordStatus,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
  };
}

const numberOf = (amount: string | null) => (amount === null ? null : toJsonNumber(amount));
