/** A constraint violation reported by the database, in a form a use-case can turn into a refusal. */
export class ConstraintViolation extends Error {
  /** `reach`: a row of a subsidiary outside the caller's scope (the policies named `confined`). */
  readonly kind: 'unique' | 'reference' | 'check' | 'immutable' | 'reach';
  /** The constraint's name, e.g. `subsidiaries_parent_id_org_fk`. */
  readonly constraint: string;
  /** Columns of a unique constraint, without organization_id. Prisma does not report them. */
  readonly columns: readonly string[];
  /** The table of the constraint; empty when it was not reported. */
  readonly table: string;

  constructor(
    kind: ConstraintViolation['kind'],
    constraint: string,
    columns: readonly string[],
    message: string,
    table = '',
  ) {
    super(message);
    this.name = 'ConstraintViolation';
    this.kind = kind;
    this.constraint = constraint;
    this.columns = columns;
    this.table = table;
  }
}

const KINDS: Readonly<Record<string, ConstraintViolation['kind']>> = {
  '23505': 'unique',
  '23503': 'reference',
  '23514': 'check',
  '23001': 'immutable',
};

interface DriverCause {
  originalCode?: string;
  originalMessage?: string;
  kind?: string;
  table?: string;
  constraint?: { fields?: string[]; index?: string };
}

/**
 * Extracts a constraint violation from an error thrown by pg or Prisma; null when the error is something else.
 * pg errors have `code`, `constraint`, `detail`; Prisma wraps the driver's cause in `meta.driverAdapterError`.
 */
export function violationIn(error: unknown): ConstraintViolation | null {
  if (error instanceof ConstraintViolation) return error;
  if (!(error instanceof Error)) return null;
  const direct = error as { code?: string; constraint?: string; detail?: string; table?: string };
  const cause = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } }).meta
    ?.driverAdapterError?.cause;
  const code = cause?.originalCode ?? direct.code ?? '';
  const message = cause?.originalMessage ?? error.message;
  const kind =
    code === '42501' && message.includes('row-level security policy "confined') ? 'reach' : KINDS[code];
  if (kind === undefined) return null;
  const constraint =
    cause?.constraint?.index ?? direct.constraint ?? /constraint "([^"]+)"/.exec(message)?.[1] ?? '';
  const listed =
    cause?.constraint?.fields ?? /Key \(([^)]+)\)/.exec(direct.detail ?? '')?.[1]?.split(', ') ?? [];
  const columns = listed.map((name) => name.replaceAll('"', '')).filter((name) => name !== 'organization_id');
  return new ConstraintViolation(kind, constraint, columns, message, cause?.table ?? direct.table);
}
