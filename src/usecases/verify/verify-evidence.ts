import { EMPTY_HEAD, type Heads } from '@/core/evidence/kept-head';
import type { AuditVerdict } from '@/db/stores/evidence/audit-seals';
import { verifyAuditChain } from '@/db/stores/evidence/audit-seals';
import {
  type Chain,
  chainHolds,
  type DanglingReference,
  type LedgerChainVerdict,
  readDanglingReferences,
  verifyLedgerChain,
} from '@/db/stores/evidence/ledger-seals';
import { type SecurityVerdict, verifySecurityChain } from '@/db/stores/evidence/security-seals';
import type { Tenant } from '@/db/tenancy';
import { verifiedPart } from '@/lib/verified-parts';

export type EvidenceCheck =
  | 'AUDIT_CHAIN'
  | 'SECURITY_CHAIN'
  | 'LEDGER_CHAIN'
  | 'ENTRY_NUMBERS'
  | 'KEPT_HEAD'
  | 'REFERENCES';

export interface EvidenceBreach {
  check: EvidenceCheck;
  message: string;
}

export interface EvidenceVerdict {
  readonly audit: AuditVerdict;
  readonly ledgerChain: LedgerChainVerdict;
  readonly securityChain: SecurityVerdict;
  readonly references: readonly DanglingReference[];
  /** The ends of the chains, to be kept elsewhere. */
  readonly heads: Heads;
  /** Whether the chains were compared with heads that were kept elsewhere. */
  readonly isAnchored: boolean;
  readonly breaches: readonly EvidenceBreach[];
}

/** Which part of the chains is recomputed, and what they are compared with. */
export interface EvidenceAsked {
  /** Heads that were kept elsewhere: the chains must still contain them. */
  readonly kept: Heads | undefined;
  /** Only what was sealed after these is recomputed; the chains must contain them too. Undefined: all of it. */
  readonly after: Heads | undefined;
  /** Whether all numbers and references are checked as well, or what is new is checked elsewhere. */
  readonly isWhole: boolean;
}

/**
 * What proves that the books have not been changed: the chains, the number series, the heads kept elsewhere, and that every
 * reference leads to a row. What is covered by the heads in `after` is taken as stored, so use that between full verifications,
 * not instead of them.
 */
export async function verifyEvidence(
  tenant: Tenant,
  { kept, after, isWhole }: EvidenceAsked,
): Promise<EvidenceVerdict> {
  const audit = await verifiedPart('AUDIT_CHAIN', () => verifyAuditChain(tenant, after?.audit.sequence));
  const ledgerChain = await verifiedPart('LEDGER_CHAIN', () =>
    verifyLedgerChain(tenant, after?.ledger.sequence, isWhole),
  );
  const securityChain = await verifiedPart('SECURITY_CHAIN', () =>
    verifySecurityChain(tenant, after?.security?.sequence),
  );
  const references = isWhole ? await verifiedPart('REFERENCES', () => readDanglingReferences(tenant)) : [];
  const heads = {
    audit: audit.head === null ? EMPTY_HEAD : { sequence: audit.sequence, hash: audit.head },
    ledger: ledgerChain.head ?? EMPTY_HEAD,
    security:
      securityChain.head === null
        ? EMPTY_HEAD
        : { sequence: securityChain.sequence, hash: securityChain.head },
  };
  return {
    audit,
    ledgerChain,
    securityChain,
    references,
    heads,
    isAnchored: kept !== undefined,
    breaches: [
      ...auditBreaches(audit),
      ...securityBreaches(securityChain),
      ...ledgerBreaches(ledgerChain),
      ...(kept === undefined ? [] : await keptBreaches(tenant, kept, heads)),
      ...(after === undefined || after === kept ? [] : await keptBreaches(tenant, after, heads)),
      ...references.map(({ table, column, target, rows }) => ({
        check: 'REFERENCES' as const,
        message: `${rows} ${words(table)} refer in ${words(column)} to ${words(target)} that do not exist.`,
      })),
    ],
  };
}

const words = (name: string) => name.replaceAll('_', ' ');

function auditBreaches({ firstBroken, sealed }: AuditVerdict): EvidenceBreach[] {
  if (firstBroken === null) return [];
  return [{ check: 'AUDIT_CHAIN', message: `The audit chain breaks at row ${firstBroken} of ${sealed}.` }];
}

function securityBreaches({ firstBroken, broken, sealed, unsealed }: SecurityVerdict): EvidenceBreach[] {
  const breaches: EvidenceBreach[] = [];
  if (firstBroken !== null) {
    breaches.push({
      check: 'SECURITY_CHAIN',
      message: `The security log has changed since it was sealed: ${broken} of ${sealed} positions, the first ${firstBroken}.`,
    });
  }
  if (unsealed.startsWith('-')) {
    breaches.push({ check: 'SECURITY_CHAIN', message: 'More of the security log is sealed than exists.' });
  }
  return breaches;
}

function ledgerBreaches(verdict: LedgerChainVerdict): EvidenceBreach[] {
  const breaches: EvidenceBreach[] = [];
  if (verdict.firstBroken !== null) {
    breaches.push({
      check: 'LEDGER_CHAIN',
      message: `The chain over the ledger breaks at seal ${verdict.firstBroken}.`,
    });
  }
  if (verdict.changed !== '0') {
    breaches.push({
      check: 'LEDGER_CHAIN',
      message: `${verdict.changed} entries, with their lines and documents, are not what was sealed: ${verdict.changedNumbers.join(', ')}${
        BigInt(verdict.changed) > BigInt(verdict.changedNumbers.length) ? ', …' : ''
      }.`,
    });
  }
  if (verdict.missing !== '0') {
    breaches.push({
      check: 'ENTRY_NUMBERS',
      message: `${verdict.missing} numbers of the series have no entry.`,
    });
  }
  if (verdict.strays !== '0') {
    breaches.push({
      check: 'ENTRY_NUMBERS',
      message: `${verdict.strays} entries have a number that the series never assigned.`,
    });
  }
  if (verdict.unsealed.startsWith('-')) {
    breaches.push({
      check: 'ENTRY_NUMBERS',
      message: 'More entries are sealed than the series has numbers.',
    });
  }
  return breaches;
}

async function keptBreaches(tenant: Tenant, kept: Heads, heads: Heads): Promise<EvidenceBreach[]> {
  const breaches: EvidenceBreach[] = [];
  for (const [chain, words] of [
    ['audit', 'audit chain'],
    ['ledger', 'chain over the ledger'],
    ['security', 'chain over the security log'],
  ] as const satisfies readonly (readonly [Chain, string])[]) {
    const [was, now] = [kept[chain] ?? EMPTY_HEAD, heads[chain] ?? EMPTY_HEAD];
    const isEmpty = was.sequence === EMPTY_HEAD.sequence && was.hash === EMPTY_HEAD.hash;
    if (isEmpty || (await chainHolds(tenant, chain, was))) continue;
    const isShort = BigInt(now.sequence) < BigInt(was.sequence);
    breaches.push({
      check: 'KEPT_HEAD',
      message: isShort
        ? `The ${words} ends at ${now.sequence}, before the kept head at ${was.sequence}: its end was cut off.`
        : `The ${words} has another hash at ${was.sequence} than the kept head: it was made again.`,
    });
  }
  return breaches;
}
