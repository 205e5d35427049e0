import { type Decimal, type DecimalString, dec } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';

/** The organization's four-eyes rule (decisions.md, "Four eyes"). */
export type Segregation = {
  readonly enforce: boolean;
  /** In base currency; documents below it need no second person. When null, every document does. */
  readonly threshold: DecimalString | null;
};

export type FourEyesFacts = {
  readonly segregation: Segregation;
  readonly createdBy: string | null;
  readonly actorId: string | null;
  readonly baseTotalAmount: DecimalString;
  /** The sum of the entry's base debits, because the total of a balanced journal is zero. */
  readonly baseDebits: DecimalString;
};

/**
 * No one approves or posts a document they created, where the organization enforces this and the document reaches the
 * threshold. Refuses with FORBIDDEN, reason SELF_APPROVAL.
 */
export function checkFourEyes(
  facts: FourEyesFacts,
  permission: 'gl.transaction.approve' | 'gl.transaction.post',
): Outcome<null> {
  const { segregation, createdBy, actorId } = facts;
  if (!segregation.enforce || createdBy === null || createdBy !== actorId) return granted(null);
  if (sizeOf(facts).lessThan(segregation.threshold ?? '0')) return granted(null);
  return selfApproval(permission);
}

/** The refusal to approve or post a transaction one created. */
export function selfApproval(permission: 'gl.transaction.approve' | 'gl.transaction.post'): Outcome<never> {
  return refused('FORBIDDEN', 'Someone else must do this because you created the transaction.', {
    permission,
    reason: 'SELF_APPROVAL',
  });
}

function sizeOf(facts: Pick<FourEyesFacts, 'baseTotalAmount' | 'baseDebits'>): Decimal {
  const total = dec(facts.baseTotalAmount).abs();
  const moved = dec(facts.baseDebits);
  return total.greaterThan(moved) ? total : moved;
}
