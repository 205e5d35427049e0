import { RefusalError, refusal } from '@/core/refusals';
import { type ConstraintViolation, violationIn } from '@/db/violations';

/**
 * The refusal for a constraint the database enforced before (or in a race instead of) the code; null when the error is
 * no violation. Use-cases that can say it better check first and throw their own.
 */
export function refusalForViolation(error: unknown): RefusalError | null {
  if (error instanceof RefusalError) return error;
  const violation = violationIn(error);
  if (violation === null) return null;
  switch (violation.kind) {
    case 'unique':
      return new RefusalError(
        refusal('DUPLICATE', `Another record already has this ${columnWords(violation)}.`, {
          noun: tableOf(violation),
          field: camel(violation.columns[0] ?? 'value'),
          value: '',
        }),
      );
    case 'reference':
      // On a delete PostgreSQL says "update or delete on table"; on a write "insert or update on table".
      return /update or delete on table|is used by|has ledger lines/.test(violation.message)
        ? new RefusalError(
            refusal('IN_USE', 'Other records depend on this one, so it cannot be deleted.', {
              noun: tableOf(violation),
              id: '',
              by: tableOf(violation),
            }),
          )
        : new RefusalError(
            refusal(
              'REFERENCE_NOT_FOUND',
              `The record that ${camel(referenceColumn(violation))} names does not exist.`,
              {
                field: camel(referenceColumn(violation)),
                noun: tableOf(violation),
                id: '',
              },
            ),
          );
    case 'check':
    case 'immutable':
      return null;
  }
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const columnWords = (violation: ConstraintViolation) =>
  violation.columns.map((name) => name.replaceAll('_', ' ')).join(' and ') || 'value';
const tableOf = (violation: ConstraintViolation) =>
  violation.constraint.replace(/_[a-z_]*(_org_fk|_key|_sql_idx)$/, '');

/** `customers_parent_customer_id_org_fk` → `parent_customer_id`: the part after the table's name. */
function referenceColumn(violation: ConstraintViolation): string {
  const table = /table "([^"]+)"/.exec(violation.message)?.[1] ?? '';
  return violation.constraint.replace(/_org_fk$/, '').slice(table.length + 1) || 'reference';
}
