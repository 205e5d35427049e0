import type { ChainHead } from '../../../core/evidence/kept-head';
import { systemStatement, type Tenant, type TenantClaim, verificationSql } from '../../tenancy';

/**
 * Seals up to `limit` ledger entries of one organization, each with its lines and document, and returns how many. Like the
 * sealing of audit rows it is not a tenant's write.
 */
export async function sealLedgerEntries(claim: TenantClaim, limit: number): Promise<number> {
  const { rows } = await systemStatement<{ sealed: number }>(claim.organizationId, {
    text: 'select daybook_seal_ledger($1::int) as sealed',
    values: [limit],
  });
  return rows[0]?.sealed ?? 0;
}

export interface LedgerChainVerdict {
  readonly sealed: string;
  /** Entries without a seal: those of the last seconds. */
  readonly unsealed: string;
  /** The first position that does not continue the chain; null when all do. */
  readonly firstBroken: string | null;
  /** How many sealed entries are not what they were when they were sealed, with their lines and documents. */
  readonly changed: string;
  /** Their numbers, at most twenty. */
  readonly changedNumbers: readonly string[];
  /** Numbers of the series without an entry. */
  readonly missing: string;
  /** Entries whose number the series has not given. */
  readonly strays: string;
  readonly head: ChainHead | null;
}

interface SealRow {
  readonly sequence: string;
  readonly continues: boolean;
  readonly changed: string;
  readonly numbers: readonly string[] | null;
}

/** Seals checked by one statement: a few seconds at most, since each covers up to 2,000 entries. */
const SEALS_AT_ONCE = 20;
const MOST_NAMED = 20;

/**
 * Recomputes the ledger's chain after a position (`0`: all of it), and compares the entries with their number series, which reads every
 * entry; without `withNumbers` it only counts what is not sealed yet.
 */
export async function verifyLedgerChain(
  tenant: Tenant,
  after = '0',
  withNumbers = true,
): Promise<LedgerChainVerdict> {
  let firstBroken: string | null = null;
  let changed = 0n;
  const changedNumbers: string[] = [];
  for (let from = after; ; ) {
    const seals: SealRow[] = await verificationSql<SealRow>(
      tenant,
      `select o_sequence::text as sequence, o_continues as continues, o_changed::text as changed, o_numbers as numbers
       from daybook_verify_ledger_seals($1::bigint, $2::int)`,
      [from, SEALS_AT_ONCE],
    );
    for (const seal of seals) {
      if (!seal.continues) firstBroken ??= seal.sequence;
      changed += BigInt(seal.changed);
      changedNumbers.push(...(seal.numbers ?? []).slice(0, MOST_NAMED - changedNumbers.length));
    }
    from = seals.at(-1)?.sequence ?? from;
    if (seals.length < SEALS_AT_ONCE) break;
  }
  const [numbers] = await verificationSql<Pick<LedgerChainVerdict, 'missing' | 'strays' | 'unsealed'>>(
    tenant,
    withNumbers
      ? `select o_missing::text as missing, o_strays::text as strays, o_unsealed::text as unsealed from daybook_verify_numbers()`
      : `select '0' as missing, '0' as strays, (coalesce((select sum(c.next_value - 1) from number_counters c where c.series = 'GL'), 0)
           - coalesce((select sum(s.last_number - s.first_number + 1) from ledger_seals s), 0))::text as unsealed`,
  );
  if (numbers === undefined) throw new Error('the verdict is one row');
  const [sealed] = await verificationSql<{ n: string }>(
    tenant,
    'select coalesce(sum(last_number - first_number + 1), 0)::text as n from ledger_seals',
  );
  return {
    sealed: sealed?.n ?? '0',
    firstBroken,
    changed: String(changed),
    changedNumbers,
    ...numbers,
    head: await newest(tenant),
  };
}

async function newest(tenant: Tenant): Promise<ChainHead | null> {
  const [row] = await verificationSql<ChainHead>(
    tenant,
    'select sequence::text as sequence, hash from ledger_seals order by sequence desc limit 1',
  );
  return row ?? null;
}

/** The chains an outside copy can be compared with. */
export type Chain = 'audit' | 'ledger' | 'security';

const TABLES: Readonly<Record<Chain, string>> = {
  audit: 'audit_seals',
  ledger: 'ledger_seals',
  security: 'security_seals',
};

/** Whether a chain has this hash at this position. */
export async function chainHolds(tenant: Tenant, chain: Chain, head: ChainHead): Promise<boolean> {
  const found = await verificationSql<{ hash: string }>(
    tenant,
    `select hash from ${TABLES[chain]} where sequence = $1::bigint and hash = $2`,
    [head.sequence, head.hash],
  );
  return found.length === 1;
}

export interface DanglingReference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly rows: string;
}

/** The references of the organization's rows to rows that do not exist; empty in sound books. */
export function readDanglingReferences(tenant: Tenant): Promise<DanglingReference[]> {
  return verificationSql(
    tenant,
    `select o_table as "table", o_column as "column", o_target as target, o_rows::text as rows from daybook_dangling_references()`,
  );
}
