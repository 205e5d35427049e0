import { roundToCurrency } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { LINE_TYPES, type LineType, type TransactionKind } from '@/core/transactions/kinds';
import { computeTotals, type Totals } from '@/core/transactions/totals';
import { formatDigits, formatQuantity } from '@/ui/kit/amount-format';
import { readAmount } from '@/ui/kit/amount-input';
import { type ComboChoice, choiceNamed, choiceText } from '@/ui/kit/combo-choice';
import { blankLine, type GridLine, type GridRules } from '@/ui/kit/grid/grid-state';
import { DIMENSIONS, type JournalChoices, settledChoice, type WrittenLine } from './journal-lines';

/** The choices in the cells of an invoice, bill or payment. */
export type DocumentCellChoices = JournalChoices & {
  readonly type: readonly ComboChoice[];
  readonly tax: readonly ComboChoice[];
};

export const DOCUMENT_COLUMNS = [
  'type',
  'description',
  'quantity',
  'price',
  'tax',
  'account',
  ...DIMENSIONS,
] as const;

const TYPE_WORDS: Readonly<Record<LineType, string>> = {
  ITEM: 'Item',
  SERVICE: 'Service',
  DISCOUNT: 'Discount',
  TAX: 'Tax',
  SHIPPING: 'Shipping',
};

/** The five types of a line, as choices. */
export const LINE_TYPE_CHOICES: readonly ComboChoice[] = LINE_TYPES.map((type) => ({
  id: type,
  label: TYPE_WORDS[type],
}));

/** The rules of a document's cells: figures are calculated, everything else is looked up. */
export function documentRules(choices: DocumentCellChoices): GridRules {
  return {
    columns: DOCUMENT_COLUMNS,
    onType: () => ({}),
    onSettle: (line, column, text) => {
      if (column === 'quantity' || column === 'price') return settledFigure(line, column, text);
      if (column === 'description') return {};
      return settledChoice(line, column, text, choices[column as keyof DocumentCellChoices] ?? []);
    },
  };
}

function settledFigure(line: GridLine, column: 'quantity' | 'price', text: string): Partial<GridLine> {
  if (text.trim() === '') return {};
  const value = readAmount(text);
  if (value === null) {
    return { problems: { ...line.problems, [column]: 'Enter a number such as 1,234.50 or 1200/12' } };
  }
  const places = Math.min(dec(value).decimalPlaces(), 6);
  const shown = formatDigits(value, column === 'price' ? Math.max(2, places) : places, {
    zero: 'digits',
    negative: 'minus',
  });
  return { cells: { ...line.cells, [column]: shown } };
}

/** True for an empty line; a type or a quantity alone does not count as content. */
export function saysNothing(line: GridLine): boolean {
  return ['description', 'price', 'account'].every((column) => (line.cells[column] ?? '').trim() === '');
}

/** The lines as the API expects them; empty lines are omitted. */
export function writtenDocument(lines: readonly GridLine[], choices: DocumentCellChoices): WrittenLine[] {
  const chosen = (column: keyof DocumentCellChoices, line: GridLine) =>
    choiceNamed(choices[column], line.cells[column] ?? '')?.id ?? null;
  return lines
    .filter((line) => !saysNothing(line))
    .map((line, index) => ({
      lineNumber: index + 1,
      lineType: (chosen('type', line) ?? 'ITEM') as LineType,
      description: line.cells.description?.trim() || 'Line',
      quantity: readAmount(line.cells.quantity ?? '') ?? '1',
      unitPrice: readAmount(line.cells.price ?? '') ?? '0',
      accountId: chosen('account', line),
      departmentId: chosen('department', line),
      classId: chosen('class', line),
      locationId: chosen('location', line),
      taxCodeId: chosen('tax', line),
    }));
}

export type TaxCode = {
  readonly id: string;
  readonly rates: readonly {
    readonly percent: string;
    readonly validFrom: string;
    readonly validTo: string | null;
  }[];
};

/** The rate in effect on a date; null if there is none. */
export function taxRateOn(codes: readonly TaxCode[], id: string | null, date: string): string | null {
  const code = codes.find((candidate) => candidate.id === id);
  const rate = code?.rates.find(
    ({ validFrom, validTo }) => validFrom <= date && (validTo === null || date <= validTo),
  );
  return rate?.percent ?? null;
}

/** The document's totals while it is being entered, by the ledger's formulas; null while something cannot be read. */
export function liveTotals(
  lines: readonly WrittenLine[],
  header: {
    readonly kind: TransactionKind;
    readonly currencyCode: string;
    readonly baseCurrencyCode: string;
    readonly exchangeRate: string;
    readonly transactionDate: string;
  },
  taxCodes: readonly TaxCode[],
): Totals | null {
  const totals = computeTotals({
    ...header,
    lines: lines.map(({ lineNumber, lineType, quantity, unitPrice, taxCodeId }) => ({
      lineNumber,
      lineType,
      quantity,
      unitPrice,
      taxRate: taxRateOn(taxCodes, taxCodeId, header.transactionDate),
    })),
  });
  return totals.ok ? totals.value : null;
}

/** quantity × price of one line as typed, for its own row; null while it cannot be read. */
export function lineAmountOf(line: GridLine, currency: string): string | null {
  const price = readAmount(line.cells.price ?? '');
  if (price === null) return null;
  const quantity = readAmount(line.cells.quantity || '1');
  return quantity === null ? null : toPlainString(roundToCurrency(dec(quantity).times(price), currency));
}

/** Why a document cannot be submitted yet; null when it can. */
export function documentObstacle(lines: readonly GridLine[], needsEntity: string | null): string | null {
  if (needsEntity !== null) return needsEntity;
  const red = lines.findIndex((line) => Object.keys(line.problems).length > 0);
  if (red >= 0) return `Correct the cell marked in red in line ${red + 1}.`;
  if (lines.every(saysNothing)) return 'Enter at least one line.';
  const free = lines.findIndex((line) => !saysNothing(line) && readAmount(line.cells.price ?? '') === null);
  return free >= 0 ? `Line ${free + 1} has no price.` : null;
}

type StoredLine = {
  readonly lineType: LineType;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly taxCodeId: string | null;
  readonly accountId: string | null;
  readonly departmentId: string | null;
  readonly classId: string | null;
  readonly locationId: string | null;
};

/** A stored document as grid lines, to edit a draft. */
export function documentFrom(
  stored: readonly StoredLine[],
  choices: DocumentCellChoices,
  keyOf: () => string,
): GridLine[] {
  const text = (column: keyof DocumentCellChoices, id: string | null) => {
    const choice = choices[column].find((candidate) => candidate.id === id);
    return choice ? choiceText(choice) : '';
  };
  return stored.map((line) =>
    blankLine(keyOf(), {
      type: text('type', line.lineType),
      description: line.description,
      quantity: formatQuantity(line.quantity),
      price: formatQuantity(line.unitPrice, 2),
      tax: text('tax', line.taxCodeId),
      account: text('account', line.accountId),
      department: text('department', line.departmentId),
      class: text('class', line.classId),
      location: text('location', line.locationId),
    }),
  );
}
