import type { ChainHead } from '../../../core/evidence/kept-head';
import { sql, type Tenant } from '../../tenancy';

/** The ends of the three chains. */
export interface VerifiedHeads {
  readonly audit: ChainHead;
  readonly ledger: ChainHead;
  readonly security: ChainHead;
}

/** The point through which the books were verified: the ends of the chains then. */
export interface VerifiedPoint {
  readonly heads: VerifiedHeads;
  readonly checkedAt: Date;
  /** When everything was last read. */
  readonly wholeAt: Date;
}

/** The organization's verified point; null before its first full verification. */
export async function findVerifiedPoint(tenant: Tenant): Promise<VerifiedPoint | null> {
  const [row] = await sql<Record<string, string> & { checkedAt: Date; wholeAt: Date }>(
    tenant,
    `select audit_sequence::text as "auditSequence", audit_hash as "auditHash", ledger_sequence::text as "ledgerSequence",
       ledger_hash as "ledgerHash", security_sequence::text as "securitySequence", security_hash as "securityHash",
       checked_at as "checkedAt", whole_at as "wholeAt"
     from verified_points where organization_id = $1::uuid`,
    [tenant.organizationId],
  );
  if (row === undefined) return null;
  const head = (name: string) => ({ sequence: row[`${name}Sequence`] ?? '', hash: row[`${name}Hash`] ?? '' });
  return {
    heads: { audit: head('audit'), ledger: head('ledger'), security: head('security') },
    checkedAt: row.checkedAt,
    wholeAt: row.wholeAt,
  };
}

/**
 * Moves the verified point to these heads. A verification since a point keeps the time of the last whole one, and moves nothing where none was
 * ever whole. A point never goes back: of two runs at once the one that saw more counts.
 */
export async function moveVerifiedPoint(
  tenant: Tenant,
  {
    heads,
    checkedAt,
    isWhole,
  }: { readonly heads: VerifiedHeads; readonly checkedAt: Date; readonly isWhole: boolean },
): Promise<void> {
  const { audit, ledger, security } = heads;
  const values = [
    tenant.organizationId,
    audit.sequence,
    audit.hash,
    ledger.sequence,
    ledger.hash,
    security.sequence,
    security.hash,
    checkedAt,
  ];
  const moved = `audit_sequence = $2::bigint, audit_hash = $3, ledger_sequence = $4::bigint, ledger_hash = $5, security_sequence = $6::bigint,
    security_hash = $7, checked_at = $8::timestamptz`;
  const onlyForward =
    'p.audit_sequence <= $2::bigint and p.ledger_sequence <= $4::bigint and p.checked_at <= $8::timestamptz';
  await (isWhole
    ? sql(
        tenant,
        `insert into verified_points as p (organization_id, audit_sequence, audit_hash, ledger_sequence, ledger_hash, security_sequence,
           security_hash, checked_at, whole_at)
         values ($1::uuid, $2::bigint, $3, $4::bigint, $5, $6::bigint, $7, $8::timestamptz, $8::timestamptz)
         on conflict (organization_id) do update set ${moved}, whole_at = $8::timestamptz where ${onlyForward}`,
        values,
      )
    : sql(
        tenant,
        `update verified_points p set ${moved} where p.organization_id = $1::uuid and ${onlyForward}`,
        values,
      ));
}
