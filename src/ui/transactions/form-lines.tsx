import { dec, toPlainString } from '@/core/money/decimal';
import type { TransactionKind } from '@/core/transactions/kinds';
import { formatAmount } from '@/ui/kit/amount-format';
import type { ComboChoice } from '@/ui/kit/combo-choice';
import type { GridLine, GridRules } from '@/ui/kit/grid/grid-state';
import type { GridColumn } from '@/ui/kit/grid/line-grid';
import { statusWords } from '@/ui/kit/status-pill';
import type { Document, DocumentChoices } from './document';
import {
  type DocumentCellChoices,
  documentFrom,
  documentObstacle,
  documentRules,
  LINE_TYPE_CHOICES,
  lineAmountOf,
  liveTotals,
  saysNothing,
  writtenDocument,
} from './document-grid';
import type { HeaderValues } from './form-header';
import {
  balanceOf,
  balancingText,
  DIMENSIONS,
  journalFrom,
  journalObstacle,
  journalRules,
  type WrittenLine,
  writtenJournal,
} from './journal-lines';

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
  readonly written: (lines: readonly GridLine[]) => WrittenLine[];
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
  choices: DocumentChoices,
  currency: string,
  recent: readonly string[],
): FormLines {
  const cells = cellChoices(choices);
  return kind === 'JOURNAL'
    ? journalForm(cells, currency, recent)
    : documentForm(kind, choices, cells, currency, recent);
}

function cellChoices(choices: DocumentChoices): DocumentCellChoices {
  const plain = (list: readonly { id: string; code: string | null; name: string }[]): ComboChoice[] =>
    list.map(({ id, code, name }) => ({ id, label: name, ...(code ? { code } : {}) }));
  return {
    type: LINE_TYPE_CHOICES,
    tax: plain(choices.taxCodes),
    // Control accounts are posted to only by their subledger's documents.
    account: choices.accounts
      .filter((account) => !account.isControl)
      .map(({ id, code, name, type }) => ({
        id,
        label: name,
        note: statusWords(type),
        ...(code ? { code } : {}),
      })),
    department: plain(choices.departments),
    class: plain(choices.classes),
    location: plain(choices.locations),
  };
}

function sharedColumns(cells: DocumentCellChoices, recent: readonly string[]) {
  const account: GridColumn = {
    id: 'account',
    label: 'Account',
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

function journalForm(cells: DocumentCellChoices, currency: string, recent: readonly string[]): FormLines {
  const { account, dimensions } = sharedColumns(cells, recent);
  return {
    columns: [
      account,
      { id: 'description', label: 'Description', width: 'w-56', kind: 'text' },
      { id: 'debit', label: 'Debit', width: 'w-36', kind: 'amount' },
      { id: 'credit', label: 'Credit', width: 'w-36', kind: 'amount' },
      ...dimensions,
    ],
    rules: journalRules(cells, currency),
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
  choices: DocumentChoices,
  cells: DocumentCellChoices,
  currency: string,
  recent: readonly string[],
): FormLines {
  const { account, dimensions } = sharedColumns(cells, recent);
  return {
    columns: [
      { id: 'type', label: 'Type', width: 'w-28', kind: 'choice', choices: cells.type },
      { id: 'description', label: 'Description', width: 'w-56', kind: 'text' },
      { id: 'quantity', label: 'Quantity', width: 'w-24', kind: 'amount' },
      { id: 'price', label: 'Price', width: 'w-32', kind: 'amount' },
      { id: 'tax', label: 'Tax', width: 'w-32', kind: 'choice', choices: cells.tax },
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
    rules: documentRules(cells),
    startWith: 3,
    from: (draft) => documentFrom(draft.lines, cells, storedKeys()),
    written: (lines) => writtenDocument(lines, cells),
    obstacle: documentObstacle,
    draftObstacle: (lines) =>
      UNREADABLE(lines) ?? (lines.every(saysNothing) ? 'Enter at least one line.' : null),
    summary: (lines, header) => {
      const rate = header.exchangeRate === '' ? '1' : header.exchangeRate;
      const totals = liveTotals(
        writtenDocument(lines, cells),
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
