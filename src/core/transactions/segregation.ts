import { type Decimal, type DecimalString, dec } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';

/** The organization's segregation of duties (decisions.md, "Four eyes"). */
export type Segregation = {
  readonly enforce: boolean;
  /** In base currency; documents below it need no second person. When null, every document does. */
  readonly threshold: DecimalString | null;
};

export type FourEyesFacts = {
  readonly segregation: Segregation;
  /** The caller, or another credential of the same person, created the document or changed it since. */
  readonly isOwnWork: boolean;
  readonly baseTotalAmount: DecimalString;
  /** The sum of the entry's base debits, because the total of a balanced journal is zero. */
  readonly baseDebits: DecimalString;
};

/**
 * No one approves or posts a document they created or changed, by whatever credential, where the organization enforces this
 * and the document reaches the threshold. Refuses with FORBIDDEN, reason SELF_APPROVAL.
 */
export function checkFourEyes(
  facts: FourEyesFacts,
  permission: 'gl.transaction.approve' | 'gl.transaction.post',
): Outcome<null> {
  const { segregation, isOwnWork } = facts;
  if (!segregation.enforce || !isOwnWork) return granted(null);
  if (sizeOf(facts).lessThan(segregation.threshold ?? '0')) return granted(null);
  return selfApproval(permission);
}

/** The refusal to approve or post a transaction one created or changed. */
export function selfApproval(permission: 'gl.transaction.approve' | 'gl.transaction.post'): Outcome<never> {
  return refused('FORBIDDEN', 'Someone else must do this because you created or changed the transaction.', {
    permission,
    reason: 'SELF_APPROVAL',
  });
}

function sizeOf(facts: Pick<FourEyesFacts, 'baseTotalAmount' | 'baseDebits'>): Decimal {
  const total = dec(facts.baseTotalAmount).abs();
  const moved = dec(facts.baseDebits);
  return total.greaterThan(moved) ? total : moved;
}
