import { z } from 'zod';
import { CHECKS, type CheckName } from '@/core/ledger/verification';
import { dec } from '@/core/money/decimal';
import { type FoundBreaches, findBreaches } from '@/db/reports/verification';
import { type LedgerVerdict, verifyLedgerSums } from '@/db/stores/audit-seals';
import { readOrganizationName } from '@/db/stores/organization-settings';
import { defineUseCase } from '@/usecases/kit/define';
import { demandEverywhere } from '@/usecases/kit/reach';
import { isTied, type TiedControl, tieOutOf } from '../reports/tie-out-controls';
import { type RevenueVerdict, verifyRevenue } from '../revenue/reports/verify-revenue';
import { type EvidenceVerdict, verifyEvidence } from './verify-evidence';

export interface Breach {
  check: CheckName;
  message: string;
}

export interface BooksVerdict extends Omit<EvidenceVerdict, 'breaches'> {
  organizationId: string;
  organizationName: string;
  checkedAt: Date;
  isSound: boolean;
  breaches: Breach[];
  /** Every check that ran, with what it found. */
  checks: { check: CheckName; says: string; place: string; breaches: string[] }[];
  ledger: LedgerVerdict;
}

const chainHead = z.object({
  sequence: z.string().regex(/^\d{1,18}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

const verifyInput = z.object({
  /** Heads of this organization that were kept elsewhere: the chains must still contain them. */
  kept: z.object({ audit: chainHead, ledger: chainHead, security: chainHead.optional() }).optional(),
  /** Only what was sealed after the kept heads is recomputed. Sums, numbers and references are always checked in full. */
  sinceKept: z.boolean().default(false),
});

/**
 * Verifies the organization's books: every check of core/ledger/verification, from the lines of the ledger to the
 * chains over it and over the audit trail, which contain the heads kept elsewhere.
 * Reads everything; changes nothing. Refuses FORBIDDEN for a caller confined to some subsidiaries, because part of a chain proves
 * nothing.
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
    const today = clock.today();
    const found: Breach[] = [
      ...sumBreaches(ledger),
      ...(await findBreaches(tenant)).map(statementBreach),
      ...(await tieOutOf(tenant, { asOf: LAST_DAY, today, subsidiaryIds: null })).flatMap(controlBreach),
      ...revenueBreaches(await verifyRevenue.run(context, {})),
      ...evidenceBreaches,
    ];
    const breaches = CHECKS.flatMap(({ check }) => found.filter((breach) => breach.check === check));
    return {
      organizationId: tenant.organizationId,
      organizationName,
      checkedAt: clock.now(),
      isSound: breaches.length === 0,
      breaches,
      checks: CHECKS.map((one) => ({
        ...one,
        breaches: breaches.filter(({ check }) => check === one.check).map(({ message }) => message),
      })),
      ledger,
      ...evidence,
    };
  },
});

/** The tie-out covers whatever is posted, also ahead of today. */
const LAST_DAY = '9999-12-31';

function sumBreaches(ledger: LedgerVerdict): Breach[] {
  return [
    ...(ledger.balanceBreaches === '0'
      ? []
      : [
          {
            check: 'BALANCES' as const,
            message: `${ledger.balanceBreaches} balances differ from the sum of their lines.`,
          },
        ]),
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

function statementBreach({ check, count, examples }: FoundBreaches): Breach {
  const more =
    BigInt(count) > BigInt(examples.length) ? `, and ${BigInt(count) - BigInt(examples.length)} more` : '';
  return { check, message: `${examples.join('; ')}${more}.` };
}

function controlBreach(row: TiedControl): Breach[] {
  if (isTied(row)) return [];
  const name = row.control.toLowerCase().replaceAll('_', ' ');
  const [first] = row.lines;
  const where = first?.entryNumber ? ` First: ${first.entryNumber}.` : '';
  return [
    {
      check: 'CONTROL_TIE_OUT',
      message: `${name} ${row.currencyCode}: the ledger has ${row.ledger} (${row.ledgerBase} ${row.baseCurrencyCode}), the subledger ${row.subledger} (${row.subledgerBase}).${where}`,
    },
  ];
}

function revenueBreaches({ holds, differences, summary }: RevenueVerdict): Breach[] {
  if (holds) return [];
  const lines = differences.slice(0, 5).map((line) => {
    const whose = line.contractNumber === undefined ? '' : ` of ${line.contractNumber}`;
    return `${line.name}${whose}: ${line.formula} = ${line.difference} ${line.currencyCode}`;
  });
  const sums = Object.entries(summary).flatMap(([name, value]) =>
    dec(value).isZero() ? [] : [`monthly ${name} differs by ${value}`],
  );
  const words = [...lines, ...sums];
  return [
    { check: 'REVENUE_TIE_OUT', message: `${words.length === 0 ? 'Contracts differ' : words.join('; ')}.` },
  ];
}
