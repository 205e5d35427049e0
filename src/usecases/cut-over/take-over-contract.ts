import { z } from 'zod';
import { roundToCurrency } from '@/core/money/currency';
import { dec, sum, toPlainString } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { CRITERIA, type Criterion } from '@/core/revenue/judgements/contract-criteria';
import { type CutOverItem, type CutOverRecord, insertItems, knownKeys } from '@/db/stores/cut-overs';
import { openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { type Context, defineUseCase } from '../kit/define';
import { anId, codeText, currencyCode, day, lineText } from '../kit/fields';
import { bringIntoForce } from '../revenue/contracts/activate-contract';
import type { ObligationInput } from '../revenue/contracts/contract-input';
import { draftContract } from '../revenue/contracts/create-contract';
import type { ContractWish } from '../revenue/contracts/drafts/build-contract';
import { positiveAmount } from '../revenue/contracts/promise-input';
import { demandNotOpened, reachCutOver } from './cut-over-rules';

export const CONTRACT_WAYS = ['CARRY_OVER', 'RECOMPUTE'] as const;

const obligation = z.object({
  key: codeText,
  description: lineText.optional(),
  allocated: positiveAmount,
  recognized: positiveAmount,
  pattern: z.enum(['RATABLE', 'POINT']).default('RATABLE'),
  start: day.optional(),
  end: day.optional(),
  revenueAccountId: anId.optional(),
});

const input = z.object({
  cutOverId: anId,
  importId: anId,
  contractNumber: codeText,
  customerId: anId,
  contractDate: day,
  currencyCode: currencyCode.optional(),
  billed: positiveAmount,
  deferred: positiveAmount.optional(),
  way: z.enum(CONTRACT_WAYS).default('CARRY_OVER'),
  obligations: z.array(obligation).min(1).max(200),
});
export type TakenOver = z.output<typeof input>;
type Taken = TakenOver['obligations'][number];

/**
 * Takes a revenue contract over from an earlier system, with what was recognized and billed by the day of the cut-over.
 *
 * CARRY_OVER relies on the earlier system: what it recognized counts as satisfied on the day, in the amount it recognized; what remains of each
 * price is recognized from the next day on by our rules. RECOMPUTE relies on the contract: it begins on the day it was signed, and what
 * should have been recognized by the cut-over follows from its terms; the difference to the earlier system is shown contract by contract.
 * Either way the amount billed is recorded as billed and paid, because what is still open comes as documents, and the opening entry brings
 * cash and revenue back to the trial balance. What is satisfied by then is recognized by the run that precedes the opening entry.
 *
 * Refuses DUPLICATE for a contract number that was taken over before, IN_USE after the opening entry, PERIOD_NOT_OPEN to recompute while
 * periods before the cut-over are open, and what drafting and activating refuse.
 */
export const takeOverContract = defineUseCase({
  name: 'cutOver.takeOverContract',
  permission: 'revenue.write',
  mode: 'sql',
  input,
  async run(context, taken): Promise<{ readonly id: string }> {
    const { tenant } = context;
    const cutOver = await reachCutOver(tenant, taken.cutOverId);
    demandNotOpened(cutOver, 'Contracts can no longer be taken over');
    const known = await knownKeys(tenant, cutOver.id, 'openContracts', [taken.contractNumber]);
    if (known.size > 0) {
      refuse('DUPLICATE', `Contract ${taken.contractNumber} was already taken over.`, {
        noun: 'revenue contract',
        field: 'contractNumber',
        value: taken.contractNumber,
      });
    }
    if (taken.way === 'RECOMPUTE') await demandFirstOpen(context, cutOver);
    const { input: terms, criteria, facts } = contractOf(taken, cutOver);
    const { id } = await draftContract(context, terms);
    await bringIntoForce(context, id, criteria, facts);
    await insertItems(tenant, [itemOf(taken, cutOver, id)]);
    return { id };
  },
});

/** The contract that is made of one of the earlier system. */
export function contractOf(taken: TakenOver, cutOver: CutOverRecord): ContractWish {
  const { cutOverDate, subsidiaryId } = cutOver;
  const isCarried = taken.way === 'CARRY_OVER';
  const obligations = isCarried
    ? taken.obligations.flatMap((one) => carried(one, cutOverDate))
    : taken.obligations.map(recomputed);
  return {
    input: {
      contractNumber: taken.contractNumber,
      customerId: taken.customerId,
      subsidiaryId,
      currencyCode: taken.currencyCode ?? cutOver.baseCurrency,
      contractDate: isCarried ? cutOverDate : taken.contractDate,
      price: { fixed: toPlainString(sum(taken.obligations.map(({ allocated }) => allocated))) },
      obligations,
      notes: isCarried
        ? `Signed on ${taken.contractDate}; carried over from the earlier system on ${cutOverDate}.`
        : `Recomputed from ${taken.contractDate} at the cut-over on ${cutOverDate}.`,
    },
    criteria: EVIDENCE,
    facts: factsOf(taken, obligations, cutOverDate).map((event) => ({ event })),
  };
}

/** What the earlier system said about a contract, kept with it. */
export function itemOf(taken: TakenOver, cutOver: CutOverRecord, recordId: string): CutOverItem {
  const currencyCode = taken.currencyCode ?? cutOver.baseCurrency;
  const recognized = sum(taken.obligations.map((one) => one.recognized));
  return {
    id: newId(),
    cutOverId: cutOver.id,
    importId: taken.importId,
    noun: 'openContracts',
    itemKey: taken.contractNumber,
    recordId,
    currencyCode,
    amount:
      taken.deferred ?? toPlainString(roundToCurrency(dec(taken.billed).minus(recognized), currencyCode)),
    recognized: toPlainString(recognized),
    billed: taken.billed,
    way: taken.way,
  };
}

/** What happened by the cut-over: what is satisfied at a point in time, and what was billed, as paid. */
function factsOf(
  taken: TakenOver,
  obligations: readonly ObligationInput[],
  cutOverDate: string,
): ContractEvent[] {
  const delivered = obligations.flatMap(({ key, pattern }): ContractEvent[] => {
    const on = deliveredOn({ key, pattern }, taken, cutOverDate);
    return on === null ? [] : [{ id: newId(), kind: 'delivery', effectiveDate: on, key }];
  });
  if (dec(taken.billed).isZero()) return delivered;
  const amount = taken.billed;
  const on = { effectiveDate: cutOverDate, amount };
  return [
    ...delivered,
    { id: newId(), kind: 'invoice', ...on, unconditional: true },
    { id: newId(), kind: 'payment', ...on },
  ];
}

const EVIDENCE: Criterion[] = CRITERIA.map((name) => ({
  name,
  met: true,
  evidence: 'In force in the earlier system, from which it was taken over.',
}));

/** What the earlier system recognized, satisfied on the day, and what remains, from the next day on. */
function carried(one: Taken, cutOverDate: string): ObligationInput[] {
  const rest = dec(one.allocated).minus(one.recognized);
  const next = addDays(cutOverDate, 1);
  const start = one.start !== undefined && one.start > next ? one.start : next;
  const isOver = one.pattern === 'RATABLE' && (one.end ?? '') < start;
  return [
    ...(dec(one.recognized).isZero()
      ? []
      : [promise(`${one.key} before`, one, one.recognized, { kind: 'POINT' as const })]),
    ...(rest.isZero()
      ? []
      : [
          promise(
            one.key,
            one,
            toPlainString(rest),
            one.pattern === 'POINT' || isOver
              ? { kind: 'POINT' as const }
              : { kind: 'RATABLE' as const, start, end: one.end ?? start },
          ),
        ]),
  ];
}

const recomputed = (one: Taken): ObligationInput =>
  promise(
    one.key,
    one,
    one.allocated,
    one.pattern === 'POINT'
      ? { kind: 'POINT' }
      : { kind: 'RATABLE', start: one.start ?? '', end: one.end ?? '' },
  );

/** With its share of the price as its standalone price, so that the allocation is the one agreed. */
function promise(
  key: string,
  { description, revenueAccountId }: Taken,
  amount: string,
  pattern: ObligationInput['pattern'],
): ObligationInput {
  return {
    key,
    description: description ?? key,
    ssp: amount,
    sspEvidence: 'Allocated by the earlier system.',
    pattern,
    capacity: 'PRINCIPAL',
    nature: 'SERVICE',
    ...(revenueAccountId === undefined ? {} : { revenueAccountId }),
  };
}

/** The day on which an obligation is satisfied at a point in time by the cut-over; null when it is not yet, or over time. */
function deliveredOn(
  one: Pick<ObligationInput, 'key' | 'pattern'>,
  taken: TakenOver,
  cutOverDate: string,
): string | null {
  if (one.pattern.kind !== 'POINT') return null;
  if (taken.way === 'CARRY_OVER') return one.key.endsWith(' before') ? cutOverDate : null;
  const start = taken.obligations.find(({ key }) => key === one.key)?.start;
  return start !== undefined && start <= cutOverDate ? start : null;
}

/** Whether the first open period is that of the cut-over. */
export async function isFirstOpen(
  tenant: Tenant,
  { subsidiaryId, cutOverDate }: Pick<CutOverRecord, 'subsidiaryId' | 'cutOverDate'>,
): Promise<boolean> {
  const [first] = await openPeriods(tenant, subsidiaryId);
  return first !== undefined && first.startDate <= cutOverDate && cutOverDate <= first.endDate;
}

/** Recomputed revenue of earlier months is booked in the first open period, which must be that of the cut-over. */
async function demandFirstOpen({ tenant }: Context, cutOver: CutOverRecord): Promise<void> {
  if (await isFirstOpen(tenant, cutOver)) return;
  const { subsidiaryId, cutOverDate } = cutOver;
  refuse(
    'PERIOD_NOT_OPEN',
    'Contracts are recomputed into the first open period. Close the periods before the cut-over first.',
    { date: cutOverDate, period: null, status: 'OPEN', subsidiaryId },
  );
}
