import type { DecimalString } from '@/core/money/decimal';
import type { Allocation, AllocationInput } from './allocation';
import type { RecognitionRow } from './contracts/contract-state';
import type { AllocationRow, RequiredTreatment } from './modifications/modification';

/** A record a figure rests on: a contract, an event, a price list line, a run, a ledger entry. */
export type ExplanationSource = { kind: string; id: string; note: string | null };

/** Why a figure is what it is, down to the records it rests on. Plain data, so that every door can answer it. */
export type Explanation = {
  figure: { label: string; amount: DecimalString; currencyCode: string };
  /** The calculation with its names, e.g. 'price × standalone price / Σ standalone prices'. */
  formula: string;
  inputs: { name: string; value: string }[];
  sources: ExplanationSource[];
  /** The version of the accounting policy the contract was signed under; null where no policy decides. */
  policyVersion: string | null;
  /** What the inputs are themselves made of. */
  children: Explanation[];
};

/** An explanation with what is usually empty left out. */
export function explain(
  figure: Explanation['figure'],
  formula: string,
  rest: Partial<Omit<Explanation, 'figure' | 'formula'>> = {},
): Explanation {
  return { figure, formula, inputs: [], sources: [], policyVersion: null, children: [], ...rest };
}

/** The shares of an allocation, each with its sentence, under the transaction price. */
export function explainAllocation(
  input: AllocationInput,
  allocation: Allocation,
  context: { sources?: readonly ExplanationSource[]; policyVersion?: string | null } = {},
): Explanation {
  const { currencyCode } = input;
  const policyVersion = context.policyVersion ?? null;
  const prices = new Map(
    input.obligations.map((obligation) => [obligation.key, obligation.ssp ?? 'not observed']),
  );
  return explain(
    { label: 'Transaction price', amount: allocation.total, currencyCode },
    'Σ of the shares of the performance obligations (606-10-32-28)',
    {
      policyVersion,
      sources: [...(context.sources ?? [])],
      children: allocation.allocations.map(({ key, amount, why }) =>
        explain({ label: `Allocated to ${key}`, amount, currencyCode }, why, {
          policyVersion,
          inputs: [{ name: 'standalone selling price', value: prices.get(key) ?? 'not observed' }],
        }),
      ),
    },
  );
}

/** One obligation under a modification's treatment, and why that treatment. */
export function explainModification(
  row: AllocationRow,
  required: RequiredTreatment,
  currencyCode: string,
): Explanation {
  return explain({ label: `${row.key} after the modification`, amount: row.after, currencyCode }, row.why, {
    inputs: [
      { name: 'allocated before', value: row.before },
      { name: 'recognised', value: row.recognised },
      { name: 'catch-up', value: row.catchUp },
      { name: 'treatment', value: `${required.treatment} (${required.paragraph})` },
      ...required.why.map((value, index) => ({ name: `reason ${index + 1}`, value })),
    ],
  });
}

/** The revenue of some rows, each row a child with its event. */
export function explainRows(
  label: string,
  amount: DecimalString,
  currencyCode: string,
  rows: readonly RecognitionRow[],
): Explanation {
  return explain({ label, amount, currencyCode }, 'Σ of the recognition rows', {
    children: rows.map((row) =>
      explain(
        { label: `${row.key}, ${row.start} to ${row.end}`, amount: row.amount, currencyCode },
        row.late
          ? `${row.source} of ${row.naturalPeriod}, booked in ${row.period} because its month was closed`
          : `${row.source} booked in ${row.period}${row.catchUp ? ' as a catch-up' : ''}`,
        { sources: [{ kind: 'event', id: row.eventId, note: null }] },
      ),
    ),
  });
}

/** The explanation as indented text that can be pasted into a memo. */
export function toText(explanation: Explanation, depth = 0): string {
  const indent = '  '.repeat(depth);
  const { figure, formula, inputs, sources, policyVersion, children } = explanation;
  const lines = [
    `${indent}${figure.label}: ${figure.amount} ${figure.currencyCode}`,
    `${indent}  = ${formula}`,
  ];
  for (const { name, value } of inputs) lines.push(`${indent}  ${name}: ${value}`);
  for (const { kind, id, note } of sources) {
    lines.push(`${indent}  source: ${kind} ${id}${note === null ? '' : ` (${note})`}`);
  }
  if (policyVersion !== null) lines.push(`${indent}  policy version: ${policyVersion}`);
  return [...lines, ...children.map((child) => toText(child, depth + 1))].join('\n');
}
