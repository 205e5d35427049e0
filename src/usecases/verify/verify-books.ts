import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import {
  type AuditVerdict,
  type LedgerVerdict,
  verifyAuditChain,
  verifyLedgerSums,
} from '@/db/stores/audit-seals';
import { readOrganizationName } from '@/db/stores/organization-settings';
import { defineUseCase } from '@/usecases/kit/define';
import { demandEverywhere } from '@/usecases/kit/reach';
import { verifyRevenue } from '../revenue/reports/verify-revenue';

export interface Breach {
  check:
    | 'UNBALANCED_ENTRIES'
    | 'BALANCES'
    | 'DIMENSION_BALANCES'
    | 'DEBITS_EQUAL_CREDITS'
    | 'DOCUMENTS_WITHOUT_ENTRY'
    | 'AUDIT_CHAIN'
    | 'REVENUE_TIE_OUT';
  message: string;
}

export interface BooksVerdict {
  organizationId: string;
  organizationName: string;
  checkedAt: Date;
  isSound: boolean;
  breaches: Breach[];
  ledger: LedgerVerdict;
  audit: AuditVerdict;
}

/**
 * Verifies the organization's books: every entry balances, balances are the sums of their lines, debits equal
 * credits, every posted document has its entry, the audit chain is intact, revenue reconciles to the ledger.
 * Reads everything; changes nothing. Refuses FORBIDDEN for a caller confined to some subsidiaries, because
 * part of a chain proves nothing.
 */
export const verifyBooks = defineUseCase({
  name: 'verify.books',
  permission: 'gl.verify.run',
  mode: 'report',
  input: z.object({}),
  async run(context): Promise<BooksVerdict> {
    const { tenant, clock } = context;
    demandEverywhere(context.principal, 'gl.verify.run');
    const organizationName = await readOrganizationName(tenant);
    const ledger = await verifyLedgerSums(tenant);
    const audit = await verifyAuditChain(tenant);
    const revenue = await verifyRevenue.run(context, {});
    const breaches = [
      ...breachesOf(ledger, audit),
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
      audit,
    };
  },
});

function breachesOf(ledger: LedgerVerdict, audit: AuditVerdict): Breach[] {
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
    ...(audit.firstBroken === null
      ? []
      : [
          {
            check: 'AUDIT_CHAIN' as const,
            message: `The audit chain breaks at row ${audit.firstBroken} of ${audit.sealed}.`,
          },
        ]),
  ];
}
