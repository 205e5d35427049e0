import { dec, toPlainString } from '@/core/money/decimal';
import { SALES_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { type GridLine, type GridRules, isBlank } from '@/ui/kit/grid/grid-state';
import type { GridColumn } from '@/ui/kit/grid/line-grid';
import { type ComboChoice, choiceOf } from '@/ui/kit/input/combo-choice';
import type { ItemChoice } from '@/ui/records/choices/use-document-items';
import type { Document, FormChoices } from '../document';
import {
  balanceOf,
  balancingText,
  DIMENSIONS,
  journalFrom,
  journalObstacle,
  journalRules,
  type MoreOf,
  type WrittenLine,
  writtenJournal,
} from '../journal-lines';
import {
  type DocumentCellChoices,
  documentFrom,
  documentObstacle,
  documentRules,
  LINE_TYPE_CHOICES,
  type LineDefaults,
  lineAmountOf,
  liveTotals,
  saysNothing,
  withAgreedDiscount,
  writtenDocument,
} from './document-grid';
import type { HeaderValues } from './form-header';
import { dimensionObstacle, listed, requirementsOf } from './required-dimensions';

export type SummaryFigure = {
  readonly label: string;
  readonly text: string;
  readonly tone?: 'bad' | 'good' | 'strong';
};

/** Everything that differs between the lines of a journal and of other documents. */
export type FormLines = {
  readonly columns: readonly GridColumn[];
  readonly rules: GridRules;
  readonly startWith: number;
  readonly from: (draft: Document) => GridLine[];
  readonly written: (
    lines: readonly GridLine[],
    header: Pick<HeaderValues, 'discountPercent' | 'revenueContractId'>,
  ) => WrittenLine[];
  readonly obstacle: (lines: readonly GridLine[], needsEntity: string | null) => string | null;
  /** A draft may be incomplete, but not unreadable. */
  readonly draftObstacle: (lines: readonly GridLine[]) => string | null;
  readonly balance?: (lines: readonly GridLine[], key: string, column: string) => string | null;
  readonly summary: (
    lines: readonly GridLine[],
    header: HeaderValues & { baseCurrency: string },
  ) => SummaryFigure[];
};

/** The lines of a form of this kind. */
export function formLines(
  kind: TransactionKind,
  choices: FormChoices,
  currency: string,
  recent: readonly string[],
  items: readonly ItemChoice[],
  defaults: LineDefaults,
  billed: readonly ComboChoice[] = [],
  more: MoreOf = {},
): FormLines {
  const cells = cellChoices(kind, choices, items, billed);
  const form =
    kind === 'JOURNAL'
      ? journalForm(cells, currency, recent, more)
      : documentForm(kind, choices, cells, currency, recent, defaults, more);
  const columns = form.columns.map((column) =>
    column.kind === 'choice' && (column.id === 'item' || column.id === 'project')
      ? { ...column, more: more[column.id] }
      : column,
  );
  const requirements = requirementsOf(choices.accounts);
  const isEmpty = kind === 'JOURNAL' ? isBlank : saysNothing;
  return {
    ...form,
    columns,
    obstacle: (lines, needsEntity) =>
      form.obstacle(lines, needsEntity) ??
      dimensionObstacle(
        lines.map((line) => (isEmpty(line) ? null : line)),
        cells,
        requirements,
      ),
  };
}

/** The choices of the cells of a kind's lines. */
export function cellChoices(
  kind: TransactionKind,
  choices: FormChoices,
  items: readonly ItemChoice[],
  billed: readonly ComboChoice[] = [],
): DocumentCellChoices {
  const isSale = SALES_KINDS.includes(kind);
  return {
    type: LINE_TYPE_CHOICES,
    item: items.map((item) => ({
      id: item.id,
      code: item.code,
      label: item.name,
      description: item.description?.trim() || item.name,
      accountId: isSale ? item.revenueAccountId : item.expenseAccountId,
      taxCodeId: item.taxCodeId,
      // A price list says what is asked of customers, not what vendors ask.
      prices: isSale ? item.prices : [],
    })),
    tax: choices.taxCodes.map(choiceOf),
    // Control accounts are posted to only by their subledger's documents.
    account: choices.accounts
      .filter((account) => !account.isControl)
      .map(({ id, code, name, type, requires }) => ({
        id,
        label: name,
        note:
          requires.length === 0 ? statusWords(type) : `${statusWords(type)}, requires ${listed(requires)}`,
        ...(code ? { code } : {}),
      })),
    department: choices.departments.map(choiceOf),
    class: choices.classes.map(choiceOf),
    location: choices.locations.map(choiceOf),
    project: choices.projects.map(choiceOf),
    billed,
  };
}

const DESCRIPTION: GridColumn = {
  id: 'description',
  label: 'Description',
  aliases: ['Memo', 'Text', 'Details', 'Line description'],
  width: 'w-56',
  kind: 'text',
};

const itemColumn = (cells: DocumentCellChoices): GridColumn => ({
  id: 'item',
  label: 'Item',
  aliases: ['Product', 'Item code', 'SKU', 'Product/Service'],
  width: 'w-40',
  kind: 'choice',
  choices: cells.item,
});

const billedColumn = (cells: DocumentCellChoices): GridColumn => ({
  id: 'billed',
  label: 'For',
  aliases: ['Obligation', 'Commitment period'],
  width: 'w-44',
  kind: 'choice',
  choices: cells.billed,
});

function sharedColumns(cells: DocumentCellChoices, recent: readonly string[]) {
  const account: GridColumn = {
    id: 'account',
    label: 'Account',
    aliases: ['GL account', 'Account code', 'Account number', 'Account name'],
    width: 'w-64',
    kind: 'choice',
    choices: cells.account,
    recent,
  };
  const dimensions = DIMENSIONS.filter((dimension) => cells[dimension].length > 0).map(
    (dimension): GridColumn => ({
      id: dimension,
      label: statusWords(dimension),
      width: 'w-36',
      kind: 'choice',
      choices: cells[dimension],
    }),
  );
  return { account, dimensions };
}

/** Keys that are the same on server and browser. */
function storedKeys(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `stored-${next}`;
  };
}

const UNREADABLE = (lines: readonly GridLine[]) => {
  const red = lines.findIndex((line) => Object.keys(line.problems).length > 0);
  return red >= 0 ? `Correct the cell marked in red in line ${red + 1}.` : null;
};

function journalForm(
  cells: DocumentCellChoices,
  currency: string,
  recent: readonly string[],
  more: MoreOf,
): FormLines {
  const { account, dimensions } = sharedColumns(cells, recent);
  return {
    columns: [
      account,
      DESCRIPTION,
      { id: 'debit', label: 'Debit', aliases: ['Dr', 'Debit amount'], width: 'w-36', kind: 'amount' },
      { id: 'credit', label: 'Credit', aliases: ['Cr', 'Credit amount'], width: 'w-36', kind: 'amount' },
      ...dimensions,
    ],
    rules: journalRules(cells, currency, more),
    startWith: 4,
    from: (draft) => journalFrom(draft.lines, cells, currency, storedKeys()),
    written: (lines) => writtenJournal(lines, cells, currency),
    obstacle: (lines) => journalObstacle(lines, currency),
    draftObstacle: (lines) =>
      UNREADABLE(lines) ??
      (writtenJournal(lines, cells, currency).length === 0 ? 'Enter at least one line.' : null),
    balance: (lines, key, column) => balancingText(lines, key, column, currency),
    summary: (lines) => {
      const { debits, credits, difference } = balanceOf(lines, currency);
      const isBalanced = dec(difference).isZero();
      return [
        { label: 'Debits', text: formatAmount(debits, currency) },
        { label: 'Credits', text: formatAmount(credits, currency) },
        {
          label: 'Difference',
          text: isBalanced ? formatAmount('0', currency) : formatAmount(difference, currency),
          tone: isBalanced ? 'good' : 'bad',
        },
      ];
    },
  };
}

function documentForm(
  kind: TransactionKind,
  choices: FormChoices,
  cells: DocumentCellChoices,
  currency: string,
  recent: readonly string[],
  defaults: LineDefaults,
  more: MoreOf,
): FormLines {
  const { account, dimensions } = sharedColumns(cells, recent);
  const written: FormLines['written'] = (lines, { discountPercent, revenueContractId }) => {
    const isBilling = kind === 'INVOICE' && revenueContractId !== '';
    return withAgreedDiscount(writtenDocument(lines, cells, isBilling), discountPercent, currency);
  };
  return {
    columns: [
      { id: 'type', label: 'Type', width: 'w-28', kind: 'choice', choices: cells.type },
      ...(cells.item.length === 0 ? [] : [itemColumn(cells)]),
      DESCRIPTION,
      ...(cells.billed.length === 0 ? [] : [billedColumn(cells)]),
      { id: 'quantity', label: 'Quantity', aliases: ['Qty', 'Units'], width: 'w-24', kind: 'amount' },
      {
        id: 'price',
        label: 'Price',
        aliases: ['Unit price', 'Rate', 'Amount', 'Net amount'],
        width: 'w-32',
        kind: 'amount',
      },
      {
        id: 'tax',
        label: 'Tax',
        aliases: ['Tax code', 'VAT'],
        width: 'w-32',
        kind: 'choice',
        choices: cells.tax,
      },
      account,
      ...dimensions,
      {
        id: 'amount',
        label: `Amount (${currency})`,
        width: 'w-32',
        kind: 'computed',
        show: (line) => {
          const amount = lineAmountOf(line, currency);
          return amount === null ? null : formatAmount(amount, currency);
        },
      },
    ],
    rules: documentRules(cells, defaults, more),
    startWith: 3,
    from: (draft) => documentFrom(draft.lines, cells, storedKeys()),
    written,
    obstacle: documentObstacle,
    draftObstacle: (lines) =>
      UNREADABLE(lines) ?? (lines.every(saysNothing) ? 'Enter at least one line.' : null),
    summary: (lines, header) => {
      const rate = header.exchangeRate === '' ? '1' : header.exchangeRate;
      const totals = liveTotals(
        written(lines, header),
        { ...header, kind, baseCurrencyCode: header.baseCurrency, exchangeRate: rate },
        choices.taxCodes,
      );
      if (totals === null) return [];
      const isForeign = header.currencyCode !== header.baseCurrency;
      return [
        { label: 'Subtotal', text: formatAmount(totals.subtotalAmount, currency) },
        ...(dec(totals.discountAmount).isZero()
          ? []
          : [
              {
                label: 'Discount',
                text: formatAmount(toPlainString(dec(totals.discountAmount).negated()), currency),
              },
            ]),
        { label: 'Tax', text: formatAmount(totals.taxAmount, currency) },
        { label: `Total (${currency})`, text: formatAmount(totals.totalAmount, currency), tone: 'strong' },
        ...(isForeign
          ? [
              {
                label: header.baseCurrency,
                text:
                  header.exchangeRate === ''
                    ? 'at the rate of the day'
                    : formatAmount(totals.baseTotalAmount, header.baseCurrency),
              },
            ]
          : []),
      ];
    },
  };
}
