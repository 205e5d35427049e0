import { z } from 'zod';
import {
  CHECKED_SINCE,
  CHECKS,
  type CheckName,
  VERIFY_EXTENTS,
  type VerifyExtent,
} from '@/core/ledger/verification';
import { dec } from '@/core/money/decimal';
import { type FoundBreaches, findBreaches } from '@/db/reports/verification/verification';
import { type FoundSince, findBreachesSince, readSince } from '@/db/reports/verification/verify-since';
import { type LedgerVerdict, verifyLedgerSums } from '@/db/stores/evidence/audit-seals';
import { findVerifiedPoint, type VerifiedPoint } from '@/db/stores/evidence/verified-points';
import { readOrganizationName } from '@/db/stores/organization-settings';
import type { Tenant } from '@/db/tenancy';
import { verifiedPart } from '@/lib/verified-parts';
import { defineUseCase } from '@/usecases/kit/define';
import { demandEverywhere } from '@/usecases/kit/reach';
import { isTied, type TiedControl, tieOutOf } from '../reports/tie-out-controls';
import { type RevenueVerdict, verdictOf } from '../revenue/reports/verify-revenue';
import { type EvidenceVerdict, verifyEvidence } from './verify-evidence';

export interface Breach {
  check: CheckName;
  message: string;
}

/** A check, and what it found. */
export interface CheckResult {
  check: CheckName;
  says: string;
  place: string;
  breaches: string[];
  /** WHOLE: on everything; SINCE: on what is new; NOT: only a full verification makes it. */
  extent: VerifyExtent | 'NOT';
}

export interface BooksVerdict extends Omit<EvidenceVerdict, 'breaches'> {
  organizationId: string;
  organizationName: string;
  checkedAt: Date;
  isSound: boolean;
  breaches: Breach[];
  /** Every check, with what it found. */
  checks: CheckResult[];
  ledger: LedgerVerdict;
  /** What was trusted; null when everything was read. */
  since: { readonly checkedAt: Date; readonly wholeAt: Date; readonly ledgerSequence: string } | null;
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
  /** SINCE: what came after the verified point; everything where there is none yet. */
  extent: z.enum(VERIFY_EXTENTS).default('WHOLE'),
});

/**
 * Verifies the organization's books: every check of core/ledger/verification, from the lines of the ledger to the
 * chains over it and over the audit trail, which contain the heads kept elsewhere. With `extent: SINCE` what is new since the books were last
 * found sound: new entries, the balances they moved, the documents they posted and those that were touched, the chains, the control
 * accounts, and revenue contracts that were touched since each was last checked. It says through which point it trusts earlier results;
 * older rows changed outside Daybook are found by a full verification.
 * Changes nothing. Refuses FORBIDDEN for a caller confined to some subsidiaries, because part of a chain proves
 * nothing.
 */
export const verifyBooks = defineUseCase({
  name: 'verify.books',
  permission: 'gl.verify.run',
  mode: 'report',
  share: 'verification',
  input: verifyInput,
  async run(context, { kept, sinceKept, extent }): Promise<BooksVerdict> {
    const { tenant, clock } = context;
    demandEverywhere(context.principal, 'gl.verify.run');
    const organizationName = await readOrganizationName(tenant);
    const point = extent === 'SINCE' ? await findVerifiedPoint(tenant) : null;
    const after = point?.heads ?? (sinceKept ? kept : undefined);
    const sums = point === null ? await wholeSums(tenant) : await sumsSince(tenant, point);
    const asked = { kept, after, isWhole: point === null };
    const { breaches: evidenceBreaches, ...evidence } = await verifyEvidence(tenant, asked);
    const today = clock.today();
    const controls = await verifiedPart('CONTROL_ACCOUNTS', () =>
      tieOutOf(tenant, { asOf: LAST_DAY, today, subsidiaryIds: null }),
    );
    const revenue = await verifiedPart('REVENUE', () =>
      verdictOf(tenant, point === null ? 'WHOLE' : 'SINCE'),
    );
    const found: Breach[] = [
      ...sums.breaches,
      ...controls.flatMap(controlBreach),
      ...revenueBreaches(revenue),
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
        extent: point === null ? 'WHOLE' : CHECKED_SINCE.has(one.check) ? 'SINCE' : 'NOT',
      })),
      ledger: sums.ledger,
      since:
        point === null
          ? null
          : {
              checkedAt: point.checkedAt,
              wholeAt: point.wholeAt,
              ledgerSequence: point.heads.ledger.sequence,
            },
      ...evidence,
    };
  },
});

interface Sums {
  readonly ledger: LedgerVerdict;
  readonly breaches: readonly Breach[];
}

async function wholeSums(tenant: Tenant): Promise<Sums> {
  const sums = await verifiedPart('LEDGER_SUMS', () => verifyLedgerSums(tenant));
  const found = await findBreaches(tenant);
  const ledger: LedgerVerdict = {
    ...sums,
    unbalanced: countOf(found, 'UNBALANCED_ENTRIES'),
    documentsWithoutEntry: countOf(found, 'DOCUMENTS_WITHOUT_ENTRY'),
  };
  return { ledger, breaches: [...sumBreaches(ledger), ...found.map(statementBreach)] };
}

const countOf = (found: readonly (FoundBreaches | FoundSince)[], check: CheckName) =>
  found.find((one) => one.check === check)?.count ?? '0';

async function sumsSince(tenant: Tenant, { heads }: VerifiedPoint): Promise<Sums> {
  const since = { ledgerSequence: heads.ledger.sequence, auditSequence: heads.audit.sequence };
  const read = await readSince(tenant, since);
  const found = await findBreachesSince(tenant, since);
  const ledger: LedgerVerdict = {
    entries: read.entries,
    lines: read.lines,
    unbalanced: countOf(found, 'UNBALANCED_ENTRIES'),
    balanceBreaches: countOf(found, 'BALANCES'),
    dimensionBreaches: '0',
    difference: read.difference,
    documentsWithoutEntry: countOf(found, 'DOCUMENTS_WITHOUT_ENTRY'),
  };
  return { ledger, breaches: [...differenceBreach(ledger), ...found.map(statementBreach)] };
}

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
    ...differenceBreach(ledger),
  ];
}

function differenceBreach({ difference }: LedgerVerdict): Breach[] {
  if (dec(difference).isZero()) return [];
  return [{ check: 'DEBITS_EQUAL_CREDITS', message: `Debits and credits differ by ${difference}.` }];
}

function statementBreach({ check, count, examples }: FoundBreaches | FoundSince): Breach {
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
