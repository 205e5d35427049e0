import type { DecimalString } from '../money/decimal';
import type { EntityType } from '../transactions/kinds';

/** The accounting dimensions of an entry line; they cannot change once the entry is posted. */
export type Dimensions = {
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
};

/**
 * One line of a ledger entry. Exactly one of debit and credit is above zero, as in the pair baseDebit and baseCredit
 * (both of a pair may be zero in base currency when the amount is too small to have a base minor unit).
 * debit, credit: at the scale of `currencyCode`; baseDebit, baseCredit: at the base currency's scale.
 */
export type EntryLine = Dimensions & {
  readonly lineNumber: number;
  /** The document line it comes from; null for control, tax and other lines that belong to the whole document. */
  readonly documentLineNumber: number | null;
  /** Null when neither the line nor the posting rule names one; such an entry may be previewed but never posted. */
  readonly accountId: string | null;
  readonly debit: DecimalString;
  readonly credit: DecimalString;
  readonly baseDebit: DecimalString;
  readonly baseCredit: DecimalString;
  readonly currencyCode: string;
  readonly entityType: EntityType | null;
  readonly entityId: string | null;
  readonly memo: string | null;
  /** Made by the posting rule for the subledger's control account; no other line may post to one. */
  readonly isControl: boolean;
};
