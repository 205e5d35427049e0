import type { Permission } from '../permissions';

/** The steps of founding real books, in the order a company takes them. Each can be left, resumed and done by another owner. */
export const FOUNDING_STEPS = [
  'COMPANY',
  'CHART',
  'CALENDAR',
  'TAXES',
  'NUMBERS',
  'RULES',
  'REVENUE',
  'PEOPLE',
] as const;
export type FoundingStep = (typeof FOUNDING_STEPS)[number];

/** The rights a step needs beside the one to change the organization: those of the records it makes. */
export const STEP_RIGHTS: Readonly<Record<FoundingStep, readonly Permission[]>> = {
  COMPANY: ['org.structure.write'],
  CHART: ['gl.account.write'],
  CALENDAR: ['gl.setup.write'],
  TAXES: ['gl.setup.write'],
  NUMBERS: ['gl.setup.write'],
  RULES: ['gl.setup.write'],
  REVENUE: ['revenue.policy', 'billing.write'],
  PEOPLE: ['org.member.write'],
};

/** DONE made something or found it made; SKIPPED says that the organization does without, or has done it elsewhere. */
export const STEP_STATES = ['DONE', 'SKIPPED'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** Something a step made, changed, took away, or left as it was because it is in use. */
export interface Made {
  readonly act: 'CREATED' | 'CHANGED' | 'REMOVED' | 'KEPT';
  /** What it is, as people call it: `account`, `subsidiary`. */
  readonly noun: string;
  /** The record's id where it has a page; null for what has none, or is no more. */
  readonly id: string | null;
  /** Its name as people know it: `1210 Trade receivables`. */
  readonly label: string;
  /** What changed, or why it stayed. */
  readonly detail?: string;
}

/** Whether the answers of two calls are the same, whatever the order of their fields. */
export function isSameAnswer(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${fields.join(',')}}`;
}
