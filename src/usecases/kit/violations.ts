import { nounOf } from '@/core/nouns';
import type { Permission } from '@/core/permissions';
import { RefusalError, refusal } from '@/core/refusals';
import { type ConstraintViolation, violationIn } from '@/db/violations';
import { camel, plural, uniqueWords } from './constraint-words';
import { outOfReach } from './reach';

/**
 * The refusal for a constraint that the database enforced first (usually in a race); null when the error is not a
 * constraint violation. Use-cases that can give a better message check beforehand and throw their own.
 */
export function refusalForViolation(
  error: unknown,
  permission: Permission | null = null,
): RefusalError | null {
  if (error instanceof RefusalError) return error;
  const violation = violationIn(error);
  if (violation === null) return null;
  switch (violation.kind) {
    case 'unique': {
      const { field, words } = uniqueWords(violation);
      const noun = nounOf(tableOf(violation));
      const message = `Another ${noun} already has this ${words}.`;
      return new RefusalError(refusal('DUPLICATE', message, { noun, field, value: '' }));
    }
    case 'reference':
      return usedBy(violation) ?? namesNothing(violation);
    case 'reach':
      return outOfReach(permission);
    case 'check':
    case 'immutable':
      return null;
  }
}

/** On a delete: PostgreSQL's own "update or delete on table", or the message of our triggers. */
function usedBy({ message }: ConstraintViolation): RefusalError | null {
  const [, deleted, user] =
    /update or delete on table "(\w+)".* on table "(\w+)"/.exec(message) ??
    /^(\w+) \S+ is used by ([\w ]+)/.exec(message) ??
    (message.includes('has ledger lines') ? ['', 'accounts', 'ledger lines'] : []);
  if (deleted === undefined || user === undefined) return null;
  const [noun, by] = [nounOf(deleted), plural(user)];
  return new RefusalError(
    refusal('IN_USE', `This ${noun} is used by ${by}, so it cannot be deleted.`, { noun, id: '', by }),
  );
}

/** On a write: the field that refers to a record that does not exist. */
function namesNothing(violation: ConstraintViolation): RefusalError {
  const field = camel(referenceColumn(violation));
  const noun = nounOf(tableOf(violation));
  return new RefusalError(
    refusal('REFERENCE_NOT_FOUND', `The record in ${field} does not exist.`, { field, noun, id: '' }),
  );
}

/** The table that the constraint belongs to. */
function tableOf({ table, constraint, message }: ConstraintViolation): string {
  return (
    table ||
    (/on table "(\w+)" violates/.exec(message)?.[1] ?? '') ||
    constraint.replace(/_organization_id_.*$/, '').replace(/_[a-z_]*(_org_fk|_key|_sql_idx)$/, '')
  );
}

/** `customers_parent_customer_id_org_fk` → `parent_customer_id`: the part after the table's name. */
function referenceColumn(violation: ConstraintViolation): string {
  const table = tableOf(violation);
  return violation.constraint.replace(/_org_fk$/, '').slice(table.length + 1) || 'reference';
}
