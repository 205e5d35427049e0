import type { DecimalString } from '@/core/money/decimal';

/** A record a figure is based on: a contract, an event, a price list line, a run, a ledger entry. */
export type ExplanationSource = { kind: string; id: string; note: string | null };

/** How a figure was computed, down to the records it is based on. Plain data, so that every surface can return it. */
export type Explanation = {
  figure: { label: string; amount: DecimalString; currencyCode: string };
  /** The calculation with its names, e.g. 'price × standalone price / Σ standalone prices'. */
  formula: string;
  inputs: { name: string; value: string }[];
  sources: ExplanationSource[];
  /** The version of the accounting policy the contract was signed under; null where no policy decides. */
  policyVersion: string | null;
  /** Explanations of the inputs themselves. */
  children: Explanation[];
};

/** Makes an explanation, with defaults for the parts that are usually empty. */
export function explain(
  figure: Explanation['figure'],
  formula: string,
  rest: Partial<Omit<Explanation, 'figure' | 'formula'>> = {},
): Explanation {
  return { figure, formula, inputs: [], sources: [], policyVersion: null, children: [], ...rest };
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
