import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, sum } from '@/core/money/decimal';
import type { Allocation } from '@/core/revenue/allocation/allocation';
import { lastDayOf } from '@/core/revenue/days';
import { type Explanation, type ExplanationSource, explain, toText } from '@/core/revenue/explain';
import { MINIMUM_RULES, minimumOf } from '@/core/revenue/minimum';
import type { TransactionPrice } from '@/core/revenue/transaction-price';
import { findPolicy } from '@/db/revenue/policies';
import { defineUseCase } from '../../kit/define';
import { anId, momentText } from '../../kit/fields';

import { type ContractView, viewContract } from '../contracts/contract-view';
import { obligationKey } from '../contracts/promise-input';
import { periodName } from '../runs/run-period';

export const explainInput = z.object({
  contractId: anId,
  /** The whole price with its allocation, revenue (of a key, of a month; planned and posted, or what is posted), or the balances. */
  figure: z
    .enum(['transactionPrice', 'revenue', 'recognized', 'deferred', 'contractAsset', 'remaining'])
    .default('revenue'),
  key: obligationKey.optional(),
  period: periodName.optional(),
  /** As known at this time; anything recorded later is left out. */
  knownAsOf: momentText.optional(),
});

export interface Explained {
  readonly data: Explanation;
  /** The explanation as text, for a memo. */
  readonly text: string;
}

/**
 * Explains a figure of a contract: formula, inputs, source rows with their events, policy version, run and ledger
 * entry; with `knownAsOf`, as known then. Refuses NOT_FOUND.
 */
export const explainFigure = defineUseCase({
  name: 'revenue.explain',
  permission: 'revenue.read',
  mode: 'report',
  input: explainInput,
  knownAsOf: ({ knownAsOf }) => knownAsOf,
  async run({ tenant }, { contractId, figure, key, period, knownAsOf }): Promise<Explained> {
    const moment = tenant.knownThrough ?? knownAsOf ?? null;
    const view = await viewContract(tenant, contractId, { knownAsOf: moment });
    const { policyId } = view.contract;
    const policy = policyId === null ? null : await findPolicy(tenant, policyId);
    const policyVersion = policy === null ? null : `${policy.code} version ${policy.policyVersion}`;
    const said = figureOf(view, figure, key, period, policyVersion);
    const known = moment === null ? [] : [{ name: 'known as of', value: moment }];
    const data = { ...said, inputs: [...said.inputs, ...known], policyVersion };
    return { data, text: toText(data) };
  },
});

function figureOf(
  view: ContractView,
  figure: z.output<typeof explainInput>['figure'],
  key: string | undefined,
  period: string | undefined,
  policyVersion: string | null,
): Explanation {
  switch (figure) {
    case 'transactionPrice':
      return priceOf(view, policyVersion);
    case 'revenue':
      return revenueOf(view, 'planned and posted', key, period);
    case 'recognized':
      return revenueOf(view, 'posted', key, period);
    case 'remaining':
      return remainingOf(view, key);
    case 'deferred':
    case 'contractAsset':
      return positionOf(view, figure);
  }
}

const contractSource = ({ contract }: ContractView): ExplanationSource => ({
  kind: 'contract',
  id: contract.id,
  note: contract.contractNumber,
});

type StoredAllocation = Allocation & {
  readonly price?: TransactionPrice;
  readonly sources?: readonly ExplanationSource[];
};

function priceOf(view: ContractView, policyVersion: string | null): Explanation {
  const { currencyCode } = view.contract;
  const stored = view.contract.allocation as StoredAllocation | null;
  const elements = stored?.price?.elements ?? [];
  const inception = explain(
    { label: 'Transaction price at inception', amount: stored?.total ?? '0', currencyCode },
    elements.map(({ key }) => key).join(' + ') || 'Σ of its elements (606-10-32-2)',
    {
      sources: [contractSource(view), ...(stored?.sources ?? [])],
      inputs: elements.map(({ key, amount, why }) => ({ name: key, value: `${amount}: ${why}` })),
      policyVersion,
      children: (stored?.allocations ?? []).map(({ key, amount, why }) =>
        explain({ label: `Allocated to ${key}`, amount, currencyCode }, why),
      ),
    },
  );
  return explain(
    { label: 'Transaction price', amount: view.contract.transactionPrice, currencyCode },
    'price at inception and every change to it, version by version',
    {
      children: [
        inception,
        ...view.versions.slice(1).map((version) =>
          explain(
            { label: `Version ${version.version}`, amount: version.transactionPrice, currencyCode },
            version.treatment === null
              ? `changed on ${version.effectiveDate}`
              : `modified on ${version.effectiveDate}: ${version.treatment}`,
            {
              sources: [{ kind: 'event', id: version.eventId, note: `recorded ${version.recordedAt}` }],
              inputs: version.allocations.map((one) => ({ name: one.key, value: one.allocated })),
            },
          ),
        ),
      ],
    },
  );
}

/** Where a row is booked and why there: in its own period, caught up, or late. */
function bookedWords(row: ContractView['schedule'][number], contractDate: string): string {
  const { period, naturalPeriod, catchUp, late } = row;
  if (catchUp && lastDayOf(naturalPeriod) < contractDate) {
    const early = `transferred in ${naturalPeriod}, before the contract of ${contractDate}, so caught up`;
    return late
      ? `${early} (TRG paper 33), booked in ${period} because the period of the contract was closed`
      : `${early} when it began, in ${period} (TRG paper 33)`;
  }
  if (late) return `booked in ${period} because ${naturalPeriod} was closed`;
  return `booked in ${period}${catchUp ? ' as a catch-up' : ''}`;
}

function revenueOf(
  view: ContractView,
  which: 'planned and posted' | 'posted',
  key: string | undefined,
  period: string | undefined,
): Explanation {
  const { currencyCode } = view.contract;
  const isPosted = which === 'posted';
  const rows = view.schedule.filter(
    (row) =>
      (!isPosted || row.runId !== null) &&
      (key === undefined || row.key === key) &&
      (period === undefined || (row.postedPeriod ?? row.period) === period),
  );
  const events = new Map(view.events.map(({ event }) => [event.id, event]));
  const label = [
    isPosted ? 'Revenue recognized' : 'Revenue',
    key === undefined ? '' : `of ${key}`,
    period === undefined ? '' : `in ${period}`,
  ];
  return explain(
    {
      label: label.filter((part) => part !== '').join(' '),
      amount: toAmountString(sum(rows.map(({ amount }) => amount)), currencyCode),
      currencyCode,
    },
    isPosted ? 'Σ of the posted recognition rows' : 'Σ of the recognition rows',
    {
      sources: [contractSource(view)],
      children: rows.map((row) => {
        const event = events.get(row.eventId);
        const booked = bookedWords(row, view.contract.contractDate);
        const { pattern, commitments = [] } = view.obligations.find((one) => one.key === row.key) ?? {};
        const minimum = pattern === undefined ? null : minimumOf(pattern);
        const own = commitments.find(({ start, end: last }) => start <= row.start && row.start <= last);
        const rule =
          minimum !== null
            ? MINIMUM_RULES[minimum.method]
            : pattern?.kind === 'RATABLE' && row.source === 'SCHEDULE'
              ? `its share of ${pattern.start} to ${pattern.end} by ${pattern.method ?? 'EXACT_DAYS'}`
              : `${row.source} on ${row.start}`;
        return explain(
          { label: `${row.key}, ${row.start} to ${row.end}`, amount: row.amount, currencyCode },
          `${rule}, ${booked}`,
          {
            ...(own && {
              inputs: [
                { name: `minimum of ${own.start} to ${own.end}`, value: own.minimum },
                { name: 'carried in', value: own.carriedIn },
                { name: 'used', value: own.used },
                { name: 'beyond the minimum', value: own.beyond },
              ],
            }),
            sources: [
              {
                kind: 'event',
                id: row.eventId,
                note: event === undefined ? null : `${event.kind} of ${event.effectiveDate}`,
              },
              ...(row.runId === null ? [] : [{ kind: 'run', id: row.runId, note: row.postedPeriod }]),
              ...(row.entryId === null ? [] : [{ kind: 'ledger entry', id: row.entryId, note: null }]),
            ],
          },
        );
      }),
    },
  );
}

function remainingOf(view: ContractView, key: string | undefined): Explanation {
  const { currencyCode } = view.contract;
  const chosen = view.obligations.filter((one) => key === undefined || one.key === key);
  return explain(
    {
      label: 'Remaining performance obligations',
      amount: toAmountString(sum(chosen.map(({ remaining }) => remaining)), currencyCode),
      currencyCode,
    },
    'Σ (allocated − recognized) (606-10-50-13)',
    {
      sources: [contractSource(view)],
      children: chosen.map((one) =>
        explain({ label: one.key, amount: one.remaining, currencyCode }, 'allocated − recognized', {
          inputs: [
            { name: 'allocated', value: one.allocated },
            { name: 'recognised', value: one.recognised },
          ],
        }),
      ),
    },
  );
}

function positionOf(view: ContractView, figure: 'deferred' | 'contractAsset'): Explanation {
  const { currencyCode } = view.contract;
  return explain(
    {
      label: figure === 'deferred' ? 'Contract liability' : 'Contract asset',
      amount: view.balances[figure],
      currencyCode,
    },
    'Σ of the movements: paid or due less recognized, one net position per contract (606-10-45-1)',
    {
      sources: [contractSource(view)],
      children: view.movements
        .filter((move) => !dec(move[figure]).isZero())
        .map((move) =>
          explain(
            { label: `${move.kind} on ${move.postingDate}`, amount: move[figure], currencyCode },
            move.kind,
            {
              inputs: [{ name: 'amount', value: move.amount }],
              sources: [
                { kind: 'ledger entry', id: move.entryId, note: move.entryNumber },
                ...(move.runId === null ? [] : [{ kind: 'run', id: move.runId, note: null }]),
                ...(move.eventId === null ? [] : [{ kind: 'event', id: move.eventId, note: null }]),
              ],
            },
          ),
        ),
    },
  );
}
