import { granted, type Outcome, refused } from '../outcome';
import { leadScore, type ScoreFacts } from './lead-score';

export const LEAD_STATUSES = ['new', 'contacted', 'qualified', 'unqualified', 'converted'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export type ConvertibleProspect = ScoreFacts & { readonly id: string; readonly name: string };

export type LeadFields = {
  name: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  source: string;
  status: LeadStatus;
  score: number;
};

export type CustomerFields = {
  companyName: string;
  contactEmail: string | null;
  contactPhone: string | null;
  status: 'active';
};

/** The source of a lead made from a prospect: it identifies the prospect (interface 2.2). */
export function prospectSource(prospectId: string): string {
  return `prospect:${prospectId}`;
}

/** The lead a prospect becomes (decisions.md, surface A, "Conversion"). */
export function leadFromProspect(prospect: ConvertibleProspect): LeadFields {
  const { name, email, phone, company } = prospect;
  return {
    name,
    email,
    phone,
    company,
    source: prospectSource(prospect.id),
    status: 'new',
    score: leadScore(prospect),
  };
}

/** The customer a prospect becomes: companyName is its company or, if it has none, its name. */
export function customerFromProspect(
  prospect: Pick<ConvertibleProspect, 'name' | 'company' | 'email' | 'phone'>,
): CustomerFields {
  const company = prospect.company?.trim() ?? '';
  return {
    companyName: company === '' ? prospect.name : company,
    contactEmail: prospect.email,
    contactPhone: prospect.phone,
    status: 'active',
  };
}

/** A lead of any status but converted may be converted, once, and into a prospect only if it was not one before; refuses ALREADY_CONVERTED. */
export function checkLeadConvertible(
  lead: { readonly id: string; readonly status: LeadStatus; readonly prospectId: string | null },
  into: 'customer' | 'prospect',
): Outcome<'converted'> {
  const no = (message: string) => refused('ALREADY_CONVERTED', message, { id: lead.id });
  if (lead.status === 'converted') return no('The lead has already been converted.');
  if (into === 'prospect' && lead.prospectId !== null) return no('The lead was made from a prospect.');
  return granted('converted');
}
