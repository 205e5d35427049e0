import type { ObligationPattern } from '../revenue/contracts/agreed/promised-terms';

/** The values of one row that was reported, and where it stands. */
export interface ReportedRow {
  readonly values: Readonly<Record<string, string>>;
  readonly importId: string;
  readonly rowNumber: number;
}

/** Whose order it is. */
export interface WantedCustomer {
  /** How the other system knows them. */
  readonly key: string;
  readonly name: string;
  readonly email: string | null;
}

/** A performance obligation that a line creates. */
export interface WantedObligation {
  /** The line's key. */
  readonly key: string;
  readonly description: string;
  /** What the line charges for it, net. */
  readonly amount: string;
  readonly pattern: Extract<ObligationPattern, { kind: 'POINT' | 'RATABLE' | 'USAGE' }>;
  readonly nature: 'GOODS' | 'SERVICE';
  readonly productCode: string | null;
  readonly quantity: string | null;
  readonly revenueAccountId: string | null;
}

/** The revenue contract of an order. */
export interface WantedContract {
  readonly number: string;
  readonly date: string;
  readonly currencyCode: string;
  /** The fixed price, net: the obligations' amounts less what the order takes off them. */
  readonly fixed: string;
  readonly obligations: readonly WantedObligation[];
}

/** A fact about the contract: what a row says that happened. */
export type WantedFact =
  | {
      readonly kind: 'invoice';
      readonly effectiveDate: string;
      readonly amount: string;
      readonly unconditional: true;
    }
  | { readonly kind: 'payment' | 'payout'; readonly effectiveDate: string; readonly amount: string }
  | {
      readonly kind: 'creditNote';
      readonly effectiveDate: string;
      readonly amount: string;
      readonly mode: 'CONCESSION';
    }
  | { readonly kind: 'delivery'; readonly effectiveDate: string; readonly key: string }
  | { readonly kind: 'usage'; readonly effectiveDate: string; readonly key: string; readonly amount: string };

/** An invoice without a revenue contract. */
export interface WantedInvoice {
  readonly number: string;
  readonly date: string;
  readonly dueDate: string | null;
  readonly currencyCode: string;
  readonly lines: readonly {
    readonly description: string;
    readonly amount: string;
    readonly accountId: string;
  }[];
}

/** What an order should be in the books, by everything that was reported about it. Facts are named by their part. */
export interface WantedOrder {
  readonly customer: WantedCustomer;
  readonly contract: WantedContract | null;
  readonly facts: Readonly<Record<string, WantedFact>>;
  readonly invoice: WantedInvoice | null;
  /** The day the services end early; null: they do not. */
  readonly endsOn: string | null;
  /** It was canceled as a whole: as if it had never existed. */
  readonly isCalledOff: boolean;
}

/** What became of an order of a file. */
export const ORDER_STATES = ['MADE', 'WAITING', 'NOTHING'] as const;

/** Why an order waits for a person. */
export const WAIT_CODES = [
  'NO_RULE',
  'ORDER_UNKNOWN',
  'NO_CUSTOMER',
  'NO_CURRENCY',
  'NO_PERIOD',
  'NEGATIVE',
  'NO_OBLIGATION',
  'CHANGED',
  'REFUSED',
] as const;
export type WaitCode = (typeof WAIT_CODES)[number];

export interface Wait {
  readonly code: WaitCode;
  readonly words: string;
  /** The line it is about. */
  readonly rowKey: string | null;
}

/** What the rows of an order come to: what should be, that it waits, or that it does not concern the books. */
export type OrderReading =
  | { readonly wanted: WantedOrder }
  | { readonly waits: Wait }
  | { readonly nothing: string };
