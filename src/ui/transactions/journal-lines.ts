import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { blankLine, type GridLine, type GridRules, isBlank } from '@/ui/kit/grid/grid-state';
import { readAmount } from '@/ui/kit/input/amount-input';
import { type ComboChoice, choiceNamed, choiceText, type MoreChoices } from '@/ui/kit/input/combo-choice';
import { matchChoices } from '@/ui/kit/input/match-choices';

/** The choices in the cells of a journal. */
export type JournalChoices = {
  readonly account: readonly ComboChoice[];
  readonly department: readonly ComboChoice[];
  readonly class: readonly ComboChoice[];
  readonly location: readonly ComboChoice[];
  readonly project: readonly ComboChoice[];
};

/** The columns whose choices may be more than a form loads. */
export type MoreOf = { readonly [column in 'item' | 'project']?: MoreChoices | undefined };

export type Dimension = 'department' | 'class' | 'location' | 'project';
export const DIMENSIONS: readonly Dimension[] = ['department', 'class', 'location', 'project'];

/** The input columns of a journal, in the order used for pasting from a spreadsheet. */
export const JOURNAL_COLUMNS = ['account', 'description', 'debit', 'credit', ...DIMENSIONS] as const;

/** What a new line takes from the one above. */
export const CARRIED: readonly string[] = ['description', ...DIMENSIONS];

/** A transaction line as the API expects it. */
export type WrittenLine = {
  lineNumber: number;
  lineType: 'ITEM' | 'SERVICE' | 'DISCOUNT' | 'TAX' | 'SHIPPING';
  description: string;
  quantity: DecimalString;
  unitPrice: DecimalString;
  accountId: string | null;
  departmentId: string | null;
  classId: string | null;
  locationId: string | null;
  projectId: string | null;
  taxCodeId: string | null;
  itemId?: string | null;
  obligationKey?: string | null;
  commitmentFrom?: string | null;
};

/**
 * The rules of a journal's cells: amounts are calculated, a negative debit becomes a credit, and entering one side
 * clears the other.
 */
export function journalRules(choices: JournalChoices, currency: string, more: MoreOf = {}): GridRules {
  return {
    columns: JOURNAL_COLUMNS,
    carried: CARRIED,
    onType: (line, column, text) => {
      if (text.trim() === '') return {};
      if (column === 'debit') return { cells: { ...line.cells, credit: '' } };
      if (column === 'credit') return { cells: { ...line.cells, debit: '' } };
      return {};
    },
    onSettle: (line, column, text) => {
      if (column === 'debit' || column === 'credit') return settledAmount(line, column, text, currency);
      if (column === 'description') return {};
      return settledChoice(
        line,
        column,
        text,
        choices[column as keyof JournalChoices] ?? [],
        more[column as keyof MoreOf],
      );
    },
  };
}

function settledAmount(
  line: GridLine,
  column: 'debit' | 'credit',
  text: string,
  currency: string,
): Partial<GridLine> {
  if (text.trim() === '') return {};
  const amount = readAmount(text);
  if (amount === null)
    return withProblem(line, column, 'Enter an amount such as 1,234.50, (500) or 1200/12*7');
  const value = roundToCurrency(dec(amount), currency);
  const side = value.isNegative() ? (column === 'debit' ? 'credit' : 'debit') : column;
  const other = side === 'debit' ? 'credit' : 'debit';
  const shown = value.isZero() ? '' : formatAmount(toPlainString(value.abs()), currency);
  return { cells: { ...line.cells, [side]: shown, [other]: '' } };
}

/**
 * Text that names a choice becomes that choice; other text is kept and marked red, with suggestions, unless choices that it may name are still
 * asked for.
 */
export function settledChoice(
  line: GridLine,
  column: string,
  text: string,
  choices: readonly ComboChoice[],
  more?: MoreChoices,
): Partial<GridLine> {
  if (text.trim() === '') return {};
  const found = choiceNamed(choices, text);
  if (found !== null) return { cells: { ...line.cells, [column]: choiceText(found) } };
  if (more?.isKnown(text) === false) return {};
  const near = matchChoices(choices, text, 3).map(choiceText);
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : '';
  return withProblem(line, column, `Nothing is called "${text.trim()}".${hint}`);
}

function withProblem(line: GridLine, column: string, problem: string): Partial<GridLine> {
  return { problems: { ...line.problems, [column]: problem } };
}

export type Balance = {
  readonly debits: DecimalString;
  readonly credits: DecimalString;
  /** Debits − credits. */
  readonly difference: DecimalString;
};

/** Σ debits, Σ credits and the difference; unreadable cells count as zero and are marked red. */
export function balanceOf(lines: readonly GridLine[], currency: string): Balance {
  let debits = ZERO;
  let credits = ZERO;
  for (const line of lines) {
    const signed = signedAmount(line, currency);
    if (signed.isNegative()) credits = credits.plus(signed.abs());
    else debits = debits.plus(signed);
  }
  return {
    debits: toPlainString(debits),
    credits: toPlainString(credits),
    difference: toPlainString(debits.minus(credits)),
  };
}

/** Debit positive, credit negative, at the currency's scale. */
export function signedAmount(line: GridLine, currency: string): Decimal {
  const debit = readAmount(line.cells.debit ?? '');
  if (debit !== null) return roundToCurrency(dec(debit), currency);
  const credit = readAmount(line.cells.credit ?? '');
  return credit === null ? ZERO : roundToCurrency(dec(credit).negated(), currency);
}

/** The text that balances the entry if entered here; null if it already balances. */
export function balancingText(
  lines: readonly GridLine[],
  key: string,
  column: string,
  currency: string,
): string | null {
  const others = lines.filter((line) => line.key !== key);
  const difference = dec(balanceOf(others, currency).difference);
  const needed = column === 'debit' ? difference.negated() : difference;
  return needed.isZero() ? null : toPlainString(needed);
}

/** Why the lines cannot be posted yet, in the order a user would fix them; null when they can. */
export function journalObstacle(lines: readonly GridLine[], currency: string): string | null {
  const filled = lines.filter((line) => !isBlank(line));
  if (filled.length === 0) return 'Enter at least two lines.';
  const red = lines.findIndex((line) => Object.keys(line.problems).length > 0);
  if (red >= 0) return `Correct the cell marked in red in line ${red + 1}.`;
  const homeless = lines.findIndex((line) => !isBlank(line) && (line.cells.account ?? '').trim() === '');
  if (homeless >= 0) return `Line ${homeless + 1} has no account.`;
  const empty = lines.findIndex((line) => !isBlank(line) && signedAmount(line, currency).isZero());
  if (empty >= 0) return `Line ${empty + 1} has no amount.`;
  const { difference } = balanceOf(lines, currency);
  if (!dec(difference).isZero()) {
    const sides = dec(difference).isNegative() ? 'Credits exceed debits' : 'Debits exceed credits';
    return `${sides} by ${formatAmount(toPlainString(dec(difference).abs()), currency)}.`;
  }
  return null;
}

/** The lines as the API expects them, without blank ones. A line's signed amount is a debit when positive. */
export function writtenJournal(
  lines: readonly GridLine[],
  choices: JournalChoices,
  currency: string,
): WrittenLine[] {
  const id = (column: keyof JournalChoices, line: GridLine) =>
    choiceNamed(choices[column], line.cells[column] ?? '')?.id ?? null;
  return lines
    .filter((line) => !isBlank(line))
    .map((line, index) => ({
      lineNumber: index + 1,
      lineType: 'ITEM',
      description: line.cells.description?.trim() || 'Journal line',
      quantity: '1',
      unitPrice: toPlainString(signedAmount(line, currency)),
      accountId: id('account', line),
      departmentId: id('department', line),
      classId: id('class', line),
      locationId: id('location', line),
      projectId: id('project', line),
      taxCodeId: null,
    }));
}

/** A stored journal line as grid text. */
export type StoredLine = {
  readonly description: string;
  readonly lineAmount: DecimalString;
  readonly accountId: string | null;
  readonly departmentId: string | null;
  readonly classId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
};

/** A stored journal as grid lines, to edit a draft or to duplicate. */
export function journalFrom(
  stored: readonly StoredLine[],
  choices: JournalChoices,
  currency: string,
  keyOf: () => string,
): GridLine[] {
  const text = (column: keyof JournalChoices, id: string | null) => {
    const choice = choices[column].find((candidate) => candidate.id === id);
    return choice ? choiceText(choice) : '';
  };
  return stored.map((line) => {
    const amount = dec(line.lineAmount);
    const shown = formatAmount(toPlainString(amount.abs()), currency, { zero: 'digits' });
    return blankLine(keyOf(), {
      account: text('account', line.accountId),
      description: line.description,
      debit: amount.isNegative() ? '' : shown,
      credit: amount.isNegative() ? shown : '',
      department: text('department', line.departmentId),
      class: text('class', line.classId),
      location: text('location', line.locationId),
      project: text('project', line.projectId),
    });
  });
}
