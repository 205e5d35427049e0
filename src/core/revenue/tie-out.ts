import { amountInFull } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum } from '@/core/money/decimal';

/** The balances kept both in a subledger and in the general ledger. */
export type ControlBalance =
  | 'RECEIVABLE'
  | 'DEFERRED_REVENUE'
  | 'CONTRACT_ASSET'
  | 'REFUND_LIABILITY'
  | 'CONTRACT_COST'
  | 'ACCRUED_INTEREST'
  | 'UNEARNED_INTEREST'
  | 'ADVANCE_INTEREST';

export type TieOutName =
  | `${ControlBalance}_TO_LEDGER`
  | 'BILLED_UNBILLED'
  | 'ALLOCATION'
  | 'ROLLFORWARD'
  | 'REMAINING_OBLIGATIONS';

/** All figures of one subsidiary and currency; optional ones are checked only when present. */
export type TieOutInput = {
  subsidiaryId: string;
  currencyCode: string;
  controls: readonly { control: ControlBalance; subledger: DecimalString; ledger: DecimalString }[];
  /** Per contract. `billed` is what was paid or is due unconditionally; `unbilled` is the contract asset. */
  contracts?: readonly {
    contractId: string;
    transactionPrice: DecimalString;
    allocated: readonly DecimalString[];
    billed: DecimalString;
    unbilled: DecimalString;
    recognised: DecimalString;
    deferred: DecimalString;
    /** Expected to be refunded, out of what was billed. */
    refundLiability?: DecimalString | undefined;
    remaining: DecimalString;
  }[];
  rollforward?:
    | { opening: DecimalString; additions: DecimalString; releases: DecimalString; closing: DecimalString }
    | undefined;
};

export type TieOutLine = {
  name: TieOutName;
  subsidiaryId: string;
  currencyCode: string;
  contractId: string | null;
  contractNumber?: string | undefined;
  /** Must be zero; anything else is an error to be found before the close. */
  difference: DecimalString;
  /** The amounts that were compared, at the currency's scale: `1000.00 − (1200.00 − 200.00)`. */
  formula: string;
};

type Amount = Decimal | DecimalString;

/** The formula with its amounts at the currency's scale; an amount with more digits than that keeps them, since it is an error. */
export const formulaOf =
  (currencyCode: string) =>
  (parts: TemplateStringsArray, ...amounts: readonly Amount[]): string =>
    String.raw({ raw: parts }, ...amounts.map((amount) => amountInFull(amount, currencyCode)));

/**
 * The equations that must always come to zero (accounting.md section 4): subledger − ledger for every control balance;
 * billed + unbilled − recognized − deferred − refund liability; Σ allocated − transaction price; opening + additions −
 * releases − closing; remaining − (Σ allocated − recognized). The report shows every line; the close requires zeros.
 */
export function tieOut(input: TieOutInput): TieOutLine[] {
  const { subsidiaryId, currencyCode } = input;
  const formula = formulaOf(currencyCode);
  const line = (name: TieOutName, difference: Decimal, text: string, contractId: string | null = null) => ({
    name,
    subsidiaryId,
    currencyCode,
    contractId,
    difference: amountInFull(difference, currencyCode),
    formula: text,
  });
  const lines: TieOutLine[] = input.controls.map(({ control, subledger, ledger }) =>
    line(`${control}_TO_LEDGER`, dec(subledger).minus(ledger), formula`${subledger} − ${ledger}`),
  );
  for (const contract of input.contracts ?? []) {
    const { contractId, billed, unbilled, recognised, deferred, transactionPrice, remaining } = contract;
    const refund = contract.refundLiability ?? '0';
    const allocated = sum(contract.allocated);
    lines.push(
      line(
        'BILLED_UNBILLED',
        dec(billed).plus(unbilled).minus(recognised).minus(deferred).minus(refund),
        formula`${billed} + ${unbilled} − ${recognised} − ${deferred} − ${refund}`,
        contractId,
      ),
      line(
        'ALLOCATION',
        allocated.minus(transactionPrice),
        formula`${allocated} − ${transactionPrice}`,
        contractId,
      ),
      line(
        'REMAINING_OBLIGATIONS',
        dec(remaining).minus(allocated).plus(recognised),
        formula`${remaining} − (${allocated} − ${recognised})`,
        contractId,
      ),
    );
  }
  if (input.rollforward !== undefined) {
    const { opening, additions, releases, closing } = input.rollforward;
    lines.push(
      line(
        'ROLLFORWARD',
        dec(opening).plus(additions).minus(releases).minus(closing),
        formula`${opening} + ${additions} − ${releases} − ${closing}`,
      ),
    );
  }
  return lines;
}

/** The lines that are not zero. */
export function differencesOf(lines: readonly TieOutLine[]): TieOutLine[] {
  return lines.filter(({ difference }) => !dec(difference).isZero());
}
