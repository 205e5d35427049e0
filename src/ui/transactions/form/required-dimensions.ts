import type { GridLine } from '@/ui/kit/grid/grid-state';
import { type ComboChoice, choiceNamed, choiceText } from '@/ui/kit/input/combo-choice';
import type { Document, DocumentChoices } from '../document';
import { DIMENSIONS, type Dimension, type JournalChoices } from '../journal-lines';

/** The dimensions that accounts require of the lines posted to them, by account; without them a document is refused when it is posted. */
export type Requirements = ReadonlyMap<string, readonly Dimension[]>;

export function requirementsOf(
  accounts: readonly { readonly id: string; readonly requires: readonly string[] }[],
): Requirements {
  return new Map(
    accounts
      .filter(({ requires }) => requires.length > 0)
      .map(({ id, requires }) => [id, DIMENSIONS.filter((one) => requires.includes(one))]),
  );
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** The names in a sentence: `department`, `department and class`. */
export const listed = (names: readonly string[]): string => lists.format(names);

/**
 * The first line whose account requires a dimension that the line lacks, in a sentence; null where there is none. The server says the same
 * when the document is posted (checkEntry in core/transactions/checks), where the account is found by a posting rule as well.
 * `lines`: null for a line that says nothing.
 */
export function dimensionObstacle(
  lines: readonly (GridLine | null)[],
  choices: JournalChoices,
  requirements: Requirements,
): string | null {
  for (const [at, line] of lines.entries()) {
    const account = line === null ? null : choiceNamed(choices.account, line.cells.account ?? '');
    if (line === null || account === null) continue;
    const missing = (requirements.get(account.id) ?? []).filter(
      (dimension) => (line.cells[dimension] ?? '').trim() === '',
    );
    if (missing.length > 0) return sentence(at + 1, account, missing, choices);
  }
  return null;
}

function sentence(
  number: number,
  account: ComboChoice,
  missing: readonly Dimension[],
  choices: JournalChoices,
): string {
  const none = missing.filter((dimension) => choices[dimension].length === 0);
  const advice = none.length === 0 ? '' : ` There is no ${listed(none)} to choose yet.`;
  return `Line ${number}: account ${choiceText(account)} requires a ${listed(missing)}.${advice}`;
}

/** Whether lines are asked for their project: an account asks for one, or the draft has one. Most lines are about none. */
export function asksProjects(choices: DocumentChoices, draft: Document | null): boolean {
  const isAsked = choices.accounts.some((one) => [...one.requires, ...one.recommends].includes('project'));
  return isAsked || draft?.lines.some(({ projectId }) => projectId !== null) === true;
}
