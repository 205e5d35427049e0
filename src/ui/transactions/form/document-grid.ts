import { roundToCurrency } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import { agreedDiscounts } from '@/core/transactions/agreed-discount';
import { LINE_TYPES, type LineType, type TransactionKind } from '@/core/transactions/kinds';
import { computeTotals, type Totals } from '@/core/transactions/totals';
import { formatDigits, formatQuantity } from '@/ui/kit/figures/amount-format';
import { blankLine, type GridLine, type GridRules } from '@/ui/kit/grid/grid-state';
import { readAmount } from '@/ui/kit/input/amount-input';
import { type ComboChoice, choiceNamed, choiceText } from '@/ui/kit/input/combo-choice';
import { billedText, readBilled } from '@/ui/revenue/contracts/billed-text';
import {
  CARRIED,
  DIMENSIONS,
  type JournalChoices,
  type MoreOf,
  settledChoice,
  type WrittenLine,
} from '../journal-lines';

/** The choices in the cells of an invoice, bill or payment. */
export type DocumentCellChoices = JournalChoices & {
  readonly type: readonly ComboChoice[];
  readonly item: readonly ItemCellChoice[];
  readonly tax: readonly ComboChoice[];
  /** What a line can bill of the document's revenue contract (ui/revenue/contracts/billed-text). */
  readonly billed: readonly ComboChoice[];
};

/** An item, and what choosing it says about the rest of the line. */
export type ItemCellChoice = ComboChoice & {
  readonly description: string;
  readonly accountId: string | null;
  readonly taxCodeId: string | null;
  /** By the quantity from which each holds, the largest first. */
  readonly prices: readonly { readonly from: string; readonly unitPrice: string }[];
};

/** What was agreed with the counterparty for every line. */
export type LineDefaults = { readonly taxCodeId: string | null };
export const NO_DEFAULTS: LineDefaults = { taxCodeId: null };

export const DOCUMENT_COLUMNS = [
  'type',
  'item',
  'description',
  'quantity',
  'price',
  'tax',
  'account',
  ...DIMENSIONS,
  'billed',
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

/**
 * The rules of a document's cells: figures are calculated, everything else is looked up. A line begins with the tax code agreed with
 * the counterparty; an item brings its words, its price for the quantity, its account and its tax code.
 */
export function documentRules(
  choices: DocumentCellChoices,
  defaults: LineDefaults = NO_DEFAULTS,
  more: MoreOf = {},
): GridRules {
  return {
    columns: DOCUMENT_COLUMNS,
    carried: CARRIED,
    onType: () => ({}),
    onSettle: (line, column, text) => {
      const settled = settledCell(line, column, text, choices, more);
      const next = { ...line, ...settled };
      if (text.trim() === '' || saysNothing(next)) return settled;
      const begun = withTax(next, choices, defaults);
      if (column === 'item') return withItem(begun, choices, defaults);
      return column === 'quantity' ? withListPrice(line, begun, choices) : begun;
    },
  };
}

function settledCell(
  line: GridLine,
  column: string,
  text: string,
  choices: DocumentCellChoices,
  more: MoreOf,
): Partial<GridLine> {
  if (column === 'quantity' || column === 'price') return settledFigure(line, column, text);
  if (column === 'description') return {};
  return settledChoice(
    line,
    column,
    text,
    choices[column as keyof DocumentCellChoices] ?? [],
    more[column as keyof MoreOf],
  );
}

/** The agreed tax code, unless someone said something about the tax of this line, if only that there is none. */
function withTax(line: GridLine, choices: DocumentCellChoices, { taxCodeId }: LineDefaults): GridLine {
  const agreed = choices.tax.find(({ id }) => id === taxCodeId);
  if (agreed === undefined || line.cells.tax !== undefined) return line;
  return { ...line, cells: { ...line.cells, tax: choiceText(agreed) } };
}

const itemOf = (line: GridLine, choices: DocumentCellChoices) =>
  choiceNamed(choices.item, line.cells.item ?? '');

/** What the item says, in cells that say nothing yet or only repeat what another item said. */
function withItem(line: GridLine, choices: DocumentCellChoices, defaults: LineDefaults): GridLine {
  const item = itemOf(line, choices);
  if (item === null) return line;
  const said = (column: string) => line.cells[column] ?? '';
  const text = (column: 'account' | 'tax', id: string | null) => {
    const choice = choices[column].find((one) => one.id === id);
    return choice === undefined ? '' : choiceText(choice);
  };
  const isOfAnItem = (column: string, of: (one: ItemCellChoice) => string) =>
    said(column) === '' || choices.item.some((one) => of(one) === said(column));
  const take = (column: string, of: (one: ItemCellChoice) => string) =>
    isOfAnItem(column, of) && of(item) !== '' ? { [column]: of(item) } : {};
  const taxed = defaults.taxCodeId === null ? take('tax', (one) => text('tax', one.taxCodeId)) : {};
  const price = listPrice(item, said('quantity'));
  const isListed = said('price') === '' || choices.item.some((one) => isListPrice(one, said('price')));
  return {
    ...line,
    cells: {
      ...line.cells,
      ...take('description', (one) => one.description),
      ...take('account', (one) => text('account', one.accountId)),
      ...taxed,
      ...(price !== null && isListed ? { price } : {}),
    },
  };
}

/** Another quantity has another price, while the price is one of the list. */
function withListPrice(before: GridLine, line: GridLine, choices: DocumentCellChoices): GridLine {
  const item = itemOf(line, choices);
  if (item === null || !isListPrice(item, before.cells.price ?? '')) return line;
  const price = listPrice(item, line.cells.quantity ?? '');
  return price === null ? line : { ...line, cells: { ...line.cells, price } };
}

/** The item's price for a quantity, as a cell shows it; null when the list has none. */
function listPrice(item: ItemCellChoice, quantity: string): string | null {
  const asked = dec(readAmount(quantity || '1') ?? '1').abs();
  const found = item.prices.find(({ from }) => asked.greaterThanOrEqualTo(from));
  return found === undefined ? null : formatQuantity(found.unitPrice, 2);
}

const isListPrice = (item: ItemCellChoice, price: string) =>
  price !== '' && item.prices.some(({ unitPrice }) => formatQuantity(unitPrice, 2) === price);

/** Lines with the tax code agreed with another counterparty, where they had the former one's or none was said. */
export function withOtherTax(
  lines: readonly GridLine[],
  choices: DocumentCellChoices,
  from: LineDefaults,
  to: LineDefaults,
): readonly GridLine[] {
  const text = (id: string | null) => {
    const choice = choices.tax.find((one) => one.id === id);
    return choice === undefined ? undefined : choiceText(choice);
  };
  const [old, agreed] = [text(from.taxCodeId), text(to.taxCodeId)];
  if (old === agreed) return lines;
  return lines.map((line) => {
    if (saysNothing(line) || (line.cells.tax !== undefined && line.cells.tax !== old)) return line;
    const { tax: _former, ...cells } = line.cells;
    return { ...line, cells: agreed === undefined ? cells : { ...cells, tax: agreed } };
  });
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
  return ['item', 'description', 'price', 'account'].every(
    (column) => (line.cells[column] ?? '').trim() === '',
  );
}

/** The lines as the API expects them; empty lines are omitted. `isBilling`: they bill a revenue contract. */
export function writtenDocument(
  lines: readonly GridLine[],
  choices: DocumentCellChoices,
  isBilling = false,
): WrittenLine[] {
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
      projectId: chosen('project', line),
      taxCodeId: chosen('tax', line),
      itemId: chosen('item', line),
      ...(isBilling && billedOf(line)),
    }));
}

function billedOf(line: GridLine): Pick<WrittenLine, 'obligationKey' | 'commitmentFrom'> {
  const billed = readBilled(line.cells.billed ?? '');
  return { obligationKey: billed?.key ?? null, commitmentFrom: billed?.from ?? null };
}

/** The lines with the percentage agreed with the counterparty taken off, as discount lines of their own. */
export function withAgreedDiscount(
  lines: readonly WrittenLine[],
  percent: string,
  currencyCode: string,
): WrittenLine[] {
  const read = readAmount(percent);
  if (read === null || dec(read).lessThanOrEqualTo('0') || dec(read).greaterThan('100')) return [...lines];
  const discounts = agreedDiscounts(lines, read, currencyCode);
  return [
    ...lines,
    ...discounts.map(
      ({ taxCodeId, amount }, index): WrittenLine => ({
        lineNumber: lines.length + index + 1,
        lineType: 'DISCOUNT',
        description: `Discount ${formatQuantity(read)}%`,
        quantity: '1',
        unitPrice: amount,
        accountId: null,
        departmentId: null,
        classId: null,
        locationId: null,
        projectId: null,
        taxCodeId,
        itemId: null,
      }),
    ),
  ];
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
  readonly itemId: string | null;
  readonly accountId: string | null;
  readonly departmentId: string | null;
  readonly classId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly obligationKey: string | null;
  readonly commitmentFrom: string | null;
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
      item: text('item', line.itemId),
      description: line.description,
      quantity: formatQuantity(line.quantity),
      price: formatQuantity(line.unitPrice, 2),
      tax: text('tax', line.taxCodeId),
      account: text('account', line.accountId),
      department: text('department', line.departmentId),
      class: text('class', line.classId),
      location: text('location', line.locationId),
      project: text('project', line.projectId),
      ...(line.obligationKey !== null && {
        billed: billedText({ key: line.obligationKey, from: line.commitmentFrom }),
      }),
    }),
  );
}
