import { type ControlRole, KIND_FACTS, type Side, TRANSACTION_KINDS } from './kinds';

/** The subledger that documents of a kind belong to; with an entity type, only those of that type of counterparty. */
export interface SubledgerPlace {
  readonly kind: string;
  readonly entityType: string | null;
  readonly role: ControlRole;
  /** The side of the control account that a positive total is posted to. */
  readonly side: Side;
  /** Payments clear their early-payment discount along with the cash. */
  readonly clearsDiscount: boolean;
}

/** Every kind that posts to a control account, with its counterparty kinds. */
export const SUBLEDGER_PLACES: readonly SubledgerPlace[] = TRANSACTION_KINDS.flatMap((kind) => {
  const { controlRole, controlSide: side, contra, alsoFor } = KIND_FACTS[kind];
  if (controlRole === null || side === null) return [];
  const place = { kind, side, clearsDiscount: contra === 'CASH' };
  const others = Object.entries(alsoFor ?? {}).map(([entityType, role]) => ({ ...place, entityType, role }));
  return [{ ...place, entityType: null, role: controlRole }, ...others];
});

/** The control accounts, and the side on which their balances usually stand. */
export const CONTROL_SIDES = {
  RECEIVABLE: 'DEBIT',
  PAYABLE: 'CREDIT',
  EMPLOYEE_PAYABLE: 'CREDIT',
  DEFERRED_REVENUE: 'CREDIT',
  CONTRACT_ASSET: 'DEBIT',
  REFUND_LIABILITY: 'CREDIT',
  CONTRACT_COST: 'DEBIT',
  ACCRUED_INTEREST: 'DEBIT',
  UNEARNED_INTEREST: 'CREDIT',
  ADVANCE_INTEREST: 'CREDIT',
} as const satisfies Record<string, Side>;
export type ControlName = keyof typeof CONTROL_SIDES;
export const CONTROL_NAMES = Object.keys(CONTROL_SIDES) as [ControlName, ...ControlName[]];
