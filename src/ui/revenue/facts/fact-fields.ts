import { isWords } from '@/core/ledger/words';
import { isPlainDecimal } from '@/core/money/decimal';
import { isDate } from '@/core/periods/calendar';
import type { Choice } from '@/ui/kit/input/select-field';
import type { Contract } from '../contracts/contract-months';
import { CONSTRAINTS, ESTIMATE_METHODS } from '../draft/further/term-words';
import { POLICY_ROLE_WORDS } from '../setup/policy-words';
import type { Fact } from './event-form';

type Recorded = Contract['events'][number]['event'];

/** One figure, text or choice of a recorded fact that can be corrected, by where it stands in the fact. */
export type FactField = {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  /** What it is chosen from; otherwise it is typed. */
  readonly choices?: readonly Choice[];
  readonly isOptional?: boolean;
};

/** The labels of the fields of facts without a form. */
const LABELS: Readonly<Record<string, string>> = {
  amount: 'Amount',
  probability: 'Probability',
  evidence: 'Evidence',
  memo: 'Memo',
  debit: 'Debit',
  credit: 'Credit',
  units: 'Units sold',
  unitPrice: 'Unit price',
  unitCost: 'Cost of a unit',
  expectedReturns: 'Units expected to be returned',
  recoveryCost: 'Cost of recovery of a unit',
  quantity: 'Quantity',
  expectedPrice: 'Expected price of a unit',
  reason: 'Reason',
};

/** The same where the name alone would not say it. */
const LABELS_AT: Readonly<Record<string, string>> = {
  'constraint.amount': 'Included at most',
  'constraint.probability': 'Level of probability, from 0 to 1',
};

const TEXTS: readonly string[] = ['evidence', 'memo', 'reason'];
const OPTIONAL: readonly string[] = ['recoveryCost'];

/** The accounts that a journal of a contract may name, which its policy resolves. */
const JOURNAL_ROLES = ['COST_OF_SALES', 'RETURN_ASSET', 'INVENTORY', 'LOSS_PROVISION', 'SUPPLIER_PAYABLE'];

/** What is chosen from a list, by its place without the numbers of rows. */
const CHOSEN: Readonly<Record<string, { readonly label: string; readonly choices: readonly Choice[] }>> = {
  method: { label: 'Estimated by', choices: ESTIMATE_METHODS },
  'constraint.kind': { label: 'Constraint', choices: CONSTRAINTS },
  'lines.account': {
    label: 'Account',
    choices: JOURNAL_ROLES.map((value) => ({ value, label: POLICY_ROLE_WORDS[value] ?? value })),
  },
};

const isNumber = (part: string) => /^[0-9]+$/.test(part);

/** The lists of a fact that rows can be added to and taken out of, with the least number of rows and an empty one. */
const LISTS = {
  outcomes: { least: 1, row: { amount: '', probability: '' }, words: 'amount' },
  lines: { least: 2, row: { account: '', debit: '0', credit: '0' }, words: 'line' },
} as const;
type ListName = keyof typeof LISTS;

/** The list of a fact, if it has one: how many rows, and the word for one of them. */
export function listOf(
  fact: Recorded,
): { readonly count: number; readonly isLeast: boolean; readonly words: string } | null {
  const name = listName(fact);
  if (name === null) return null;
  const count = rowsIn(fact, name).length;
  return { count, isLeast: count <= LISTS[name].least, words: LISTS[name].words };
}

const listName = (fact: Recorded): ListName | null =>
  fact.kind === 'reassessment' ? 'outcomes' : fact.kind === 'journal' ? 'lines' : null;
const rowsIn = (fact: Recorded, name: ListName) =>
  (fact as unknown as Record<ListName, readonly Record<string, string>[]>)[name];

/** A recorded fact as the form begins with it: what it may say and does not is there, empty. */
export function editable(fact: Recorded): Recorded {
  if (fact.kind === 'returnsEstimate') return { ...fact, recoveryCost: fact.recoveryCost ?? '' };
  if (fact.kind !== 'reassessment') return fact;
  const { evidence = '', constraint = { kind: '' } } = fact;
  return { ...fact, constraint, evidence } as Recorded;
}

/** The figures, texts and choices of a fact, with their places; what names something is kept. */
export function factFields(fact: Recorded): FactField[] {
  const { id: _id, kind: _kind, effectiveDate: _on, ...rest } = fact;
  return leavesOf(rest, []).flatMap(({ path, value }) => {
    const name = path.at(-1) ?? '';
    const at = path.filter((part) => !isNumber(part)).join('.');
    const chosen = CHOSEN[at];
    const label = chosen?.label ?? LABELS_AT[at] ?? LABELS[name];
    if (label === undefined) return [];
    const row = path.find(isNumber);
    return [
      {
        path: path.join('.'),
        label: row === undefined ? label : `${label} ${Number(row) + 1}`,
        value,
        ...(chosen && { choices: chosen.choices }),
        ...(OPTIONAL.includes(name) && { isOptional: true }),
      },
    ];
  });
}

/** What each constraint is limited by; the others have no limit. */
const LIMITS: Readonly<Record<string, object>> = { CAP: { amount: '' }, CONFIDENCE: { probability: '' } };

/** The fact with another value at a place. Another constraint begins without the limit of the one before. */
export function withValue(fact: Recorded, path: string, value: string): Recorded {
  if (path === 'constraint.kind') {
    return { ...fact, constraint: { kind: value, ...LIMITS[value] } } as Recorded;
  }
  const changed = structuredClone(fact);
  put(changed, path, value);
  return changed;
}

function put(changed: object, path: string, value: string): void {
  const parts = path.split('.');
  let place = changed as Record<string, unknown>;
  for (const part of parts.slice(0, -1)) place = place[part] as Record<string, unknown>;
  place[parts.at(-1) ?? ''] = value;
}

/** The fact with one more row of its list, to be filled. */
export function withRow(fact: Recorded): Recorded {
  const name = listName(fact);
  if (name === null) return fact;
  return { ...fact, [name]: [...rowsIn(fact, name), LISTS[name].row] } as Recorded;
}

/** The fact without the last row of its list. */
export function withoutLastRow(fact: Recorded): Recorded {
  const name = listName(fact);
  if (name === null || listOf(fact)?.isLeast) return fact;
  return { ...fact, [name]: rowsIn(fact, name).slice(0, -1) } as Recorded;
}

/** What is recorded in its place; null while something is missing or is not what it has to be. */
export function factSaid(fact: Recorded): Fact | null {
  const { id: _id, ...said } = structuredClone(fact);
  const fields = factFields(fact).map((field) => ({ ...field, value: field.value.trim() }));
  if (!isDate(fact.effectiveDate) || !fields.every(isSaid)) return null;
  for (const { path, value } of fields) put(said, path, value);
  const left = fields.filter(({ value }) => value === '').map(({ path }) => path);
  return Object.fromEntries(Object.entries(said).filter(([name]) => !left.includes(name))) as unknown as Fact;
}

function isSaid({ path, value, choices, isOptional = false }: FactField): boolean {
  if (isOptional && value === '') return true;
  if (choices !== undefined) return choices.some((choice) => choice.value === value);
  return TEXTS.includes(path.split('.').at(-1) ?? '') ? isWords(value) : isPlainDecimal(value);
}

function leavesOf(value: unknown, path: readonly string[]): { path: readonly string[]; value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
}
