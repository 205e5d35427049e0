import { preparedSql, type Tenant } from '../../tenancy';
import { WHITESPACE } from '../import-rows';

/** The fields of a journal entry's rows, in the order in which daybook_load_journals takes their columns. */
const FIELDS = [
  'referenceNumber',
  'transactionDate',
  'subsidiaryId',
  'currencyCode',
  'memo',
  'accountId',
  'debit',
  'credit',
  'amount',
  'description',
  'departmentId',
  'classId',
  'locationId',
] as const;

/** Rows that are looked through at a time: few enough that whoever else creates journals waits for less than a second. */
const ROWS_AT_ONCE = 5_000;

/** Who makes the entries, on which day, and the defaults for those that name neither a type nor a subsidiary. */
export interface PlainJournalsAsked {
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly surface: string;
  readonly requestId: string;
  readonly today: string;
  readonly transactionTypeId: string;
  readonly prefix: string;
  readonly subsidiaryId: string | null;
}

/**
 * Makes the plain entries among the next rows of an import that the caller has locked (daybook_load_journals), or in a check only their
 * verdicts. Returns the last record it looked at; null when there is none, or when an entry may need a second person. SQL handles only.
 */
export async function loadJournalsInSets(
  tenant: Tenant,
  importId: string,
  file: { readonly mapping: readonly (string | null)[]; readonly currencies: readonly string[] },
  asked: PlainJournalsAsked,
): Promise<number | null> {
  const columns = FIELDS.map((name) => file.mapping.indexOf(name)).map((at) => (at < 0 ? null : at));
  const [row] = await preparedSql<{ last: number | null }>(
    tenant,
    'load_journals',
    'select o_last as last from daybook_load_journals($1::uuid, $2::int, $3::int[], $4::text[], $5, $6::jsonb)',
    [importId, ROWS_AT_ONCE, columns, [...file.currencies], WHITESPACE, JSON.stringify(asked)],
  );
  return row?.last ?? null;
}
