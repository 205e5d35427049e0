import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, dec, toPlainString } from '@/core/money/decimal';
import { FORM_TERMS, isAskedOf } from '@/core/transactions/header-terms';
import { entityTypesOf, KIND_FACTS, SALES_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { blankLine, type GridLine, isBlank } from '@/ui/kit/grid/grid-state';
import { DIMENSIONS, signedAmount } from '../journal-lines';
import { lineAmountOf, saysNothing } from './document-grid';
import type { HeaderValues } from './form-header';

/** What was entered for a document of another kind. */
export type Entered = {
  readonly kind: TransactionKind;
  readonly header: HeaderValues;
  readonly lines: readonly GridLine[];
};

/** The header as far as it fits another kind: its terms, and a counterparty that the kind may have. */
export function headerForKind(entered: Entered, fresh: HeaderValues, kind: TransactionKind): HeaderValues {
  const { header } = entered;
  const fits = entityTypesOf(kind).some((type) => type === header.entityType);
  const terms = FORM_TERMS.filter((name) => isAskedOf(name, kind)).map((name) => [name, header[name]]);
  return {
    ...fresh,
    subsidiaryId: header.subsidiaryId,
    transactionDate: header.transactionDate,
    currencyCode: header.currencyCode,
    exchangeRate: header.exchangeRate,
    ...(fits
      ? { entityType: header.entityType, entityId: header.entityId, discountPercent: header.discountPercent }
      : {}),
    // An invoice that becomes a credit memo still bills its contract; nothing else bills one.
    ...(fits && SALES_KINDS.includes(kind) ? { revenueContractId: header.revenueContractId } : {}),
    ...Object.fromEntries(terms),
  };
}

/** The lines as far as they fit another kind: words, accounts and dimensions stay, and amounts stay on their side of the entry. */
export function linesForKind(
  { kind: from, header, lines }: Entered,
  to: TransactionKind,
): readonly GridLine[] {
  const filled = lines.filter((line) => (from === 'JOURNAL' ? !isBlank(line) : !saysNothing(line)));
  if (from === to || (from !== 'JOURNAL' && to !== 'JOURNAL')) return filled;
  const currency = header.currencyCode;
  return filled.map((line) => {
    const kept = ['description', 'account', ...DIMENSIONS].map((name) => [name, line.cells[name] ?? '']);
    const debit = to === 'JOURNAL' ? debitOf(line, from, currency) : signedAmount(line, currency);
    const cells = to === 'JOURNAL' ? sides(debit, currency) : priced(debit, to, currency);
    return blankLine(line.key, { ...Object.fromEntries(kept), ...cells });
  });
}

/** Whether lines of the kind are debits: the side opposite its control account. */
const isDebited = (kind: TransactionKind) => KIND_FACTS[kind].controlSide === 'CREDIT';

function debitOf(line: GridLine, kind: TransactionKind, currency: string): Decimal {
  const amount = dec(lineAmountOf(line, currency) ?? '0');
  const isDiscount = (line.cells.type ?? '').toLowerCase() === 'discount';
  const own = isDiscount ? amount.abs().negated() : amount;
  return isDebited(kind) ? own : own.negated();
}

function sides(debit: Decimal, currency: string) {
  const text = debit.isZero() ? '' : formatAmount(toPlainString(debit.abs()), currency);
  return debit.isNegative() ? { debit: '', credit: text } : { debit: text, credit: '' };
}

function priced(debit: Decimal, kind: TransactionKind, currency: string) {
  const own = roundToCurrency(isDebited(kind) ? debit : debit.negated(), currency);
  if (own.isZero()) return {};
  const text = formatAmount(toPlainString(own.abs()), currency);
  return { price: own.isNegative() ? `-${text}` : text };
}
