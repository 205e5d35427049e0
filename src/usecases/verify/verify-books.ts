import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { type LedgerVerdict, verifyLedgerSums } from '@/db/stores/audit-seals';
import { readOrganizationName } from '@/db/stores/organization-settings';
import { defineUseCase } from '@/usecases/kit/define';
import { demandEverywhere } from '@/usecases/kit/reach';
import { verifyRevenue } from '../revenue/reports/verify-revenue';
import { type EvidenceCheck, type EvidenceVerdict, verifyEvidence } from './verify-evidence';

export interface Breach {
  check:
    | 'UNBALANCED_ENTRIES'
    | 'BALANCES'
    | 'DIMENSION_BALANCES'
    | 'DEBITS_EQUAL_CREDITS'
    | 'DOCUMENTS_WITHOUT_ENTRY'
    | EvidenceCheck
    | 'REVENUE_TIE_OUT';
  message: string;
}

export interface BooksVerdict extends Omit<EvidenceVerdict, 'breaches'> {
  organizationId: string;
  organizationName: string;
  checkedAt: Date;
  isSound: boolean;
  breaches: Breach[];
  ledger: LedgerVerdict;
}

const chainHead = z.object({
  sequence: z.string().regex(/^\d{1,18}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const verifyInput = z.object({
  /** Heads of this organization that were kept elsewhere: the chains must still contain them. */
  kept: z.object({ audit: chainHead, ledger: chainHead }).optional(),
  /** Only what was sealed after the kept heads is recomputed. Sums, numbers and references are always checked in full. */
  sinceKept: z.boolean().default(false),
});

/**
 * Verifies the organization's books: every entry balances, balances are the sums of their lines, debits equal
 * credits, every posted document has its entry, the chains over the audit trail and the ledger are intact and contain
 * the heads kept elsewhere, every reference leads to a row, revenue reconciles to the ledger.
 * Reads everything; changes nothing. Refuses FORBIDDEN for a caller confined to some subsidiaries, because
 * part of a chain proves nothing.
 */
export const verifyBooks = defineUseCase({
  name: 'verify.books',
  permission: 'gl.verify.run',
  mode: 'report',
  share: 'verification',
  input: verifyInput,
  async run(context, { kept, sinceKept }): Promise<BooksVerdict> {
    const { tenant, clock } = context;
    demandEverywhere(context.principal, 'gl.verify.run');
    const organizationName = await readOrganizationName(tenant);
    const ledger = await verifyLedgerSums(tenant);
    const { breaches: evidenceBreaches, ...evidence } = await verifyEvidence(tenant, kept, sinceKept);
    const revenue = await verifyRevenue.run(context, {});
    const breaches = [
      ...breachesOf(ledger),
      ...evidenceBreaches,
      ...(revenue.holds
        ? []
        : [
            {
              check: 'REVENUE_TIE_OUT' as const,
              message: `${Math.max(1, revenue.differences.length)} revenue reconciliations are not zero.`,
            },
          ]),
    ];
    return {
      organizationId: tenant.organizationId,
      organizationName,
      checkedAt: clock.now(),
      isSound: breaches.length === 0,
      breaches,
      ledger,
      ...evidence,
    };
  },
});

function breachesOf(ledger: LedgerVerdict): Breach[] {
  const counted: readonly (readonly [Breach['check'], string, string])[] = [
    ['UNBALANCED_ENTRIES', ledger.unbalanced, 'entries do not balance'],
    ['BALANCES', ledger.balanceBreaches, 'balances differ from the sum of their lines'],
    ['DIMENSION_BALANCES', ledger.dimensionBreaches, 'sums by dimension differ from their lines'],
    ['DOCUMENTS_WITHOUT_ENTRY', ledger.documentsWithoutEntry, 'posted documents have no entry'],
  ];
  return [
    ...counted
      .filter(([, count]) => count !== '0')
      .map(([check, count, words]): Breach => ({ check, message: `${count} ${words}.` })),
    ...(dec(ledger.difference).isZero()
      ? []
      : [
          {
            check: 'DEBITS_EQUAL_CREDITS' as const,
            message: `Debits and credits differ by ${ledger.difference}.`,
          },
        ]),
  ];
}
