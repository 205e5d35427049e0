import { granted, type Outcome, refused } from '../outcome';

/** Interface 3.1, in the order of the typical progression. */
export const PROSPECT_STATUSES = [
  'researching',
  'contacted',
  'evaluating',
  'qualified',
  'unqualified',
  'converted',
] as const;
export type ProspectStatus = (typeof PROSPECT_STATUSES)[number];

/** The statuses a prospect may be created with; researching when omitted (decisions.md, surface A). */
export const INITIAL_PROSPECT_STATUSES = ['researching', 'contacted', 'evaluating'] as const;

/** Any status to any other, except out of converted: ALREADY_CONVERTED (decisions.md, "Status moves"). */
export function moveProspect(
  prospect: { readonly id: string; readonly status: ProspectStatus },
  to: ProspectStatus,
): Outcome<ProspectStatus> {
  return prospect.status === 'converted' && to !== 'converted' ? alreadyConverted(prospect.id) : granted(to);
}

/** A prospect of any status but converted may be converted, once; otherwise refuses with ALREADY_CONVERTED (interface 3.1, 409). */
export function checkConvertible(prospect: {
  readonly id: string;
  readonly status: ProspectStatus;
}): Outcome<'converted'> {
  return prospect.status === 'converted' ? alreadyConverted(prospect.id) : granted('converted');
}

function alreadyConverted(id: string): Outcome<never> {
  return refused('ALREADY_CONVERTED', 'The prospect has already been converted.', { id });
}
