import { z } from 'zod';
import { allocateByWeight } from '@/core/money/allocate';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  amortisationTerm,
  amortise,
  type ContractCost,
  capitalise,
  impair,
} from '@/core/revenue/contract-costs';
import { addPeriods, later, periodOf } from '@/core/revenue/days';
import { findContract } from '@/db/revenue/contracts';
import {
  addImpairment,
  appendCostRows,
  type CostPlanRow,
  type CostRow,
  findCost,
  insertCost,
  pageCosts,
  planOfCost,
} from '@/db/revenue/costs';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/open-periods';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { anId, day, lineText, reasonText } from '../../kit/fields';
import { demandSecondPerson } from '../approvals/second-person-rules';
import { bookingDay, rateFor } from '../events/booking-rules';
import { postContractJournal } from '../events/post-journal';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { accountOf } from '../setup/policy-rules';

import { positiveAmount, scheduleMethod } from './promise-input';

export const costFields = z.object({
  contractId: anId,
  description: lineText.nullish(),
  kind: z.enum(['OBTAIN', 'FULFIL']),
  amount: positiveAmount,
  incurredOn: day,
  recoverable: z.boolean().default(true),
  /** OBTAIN: would it not have been incurred without the contract (340-40-25-2)? */
  incremental: z.boolean().default(true),
  chargeableRegardless: z.boolean().optional(),
  /** FULFIL: the three criteria of 340-40-25-5. */
  direct: z.boolean().default(false),
  enhancesResources: z.boolean().default(false),
  otherStandard: z.boolean().optional(),
  amortiseFrom: day.optional(),
  contractMonths: z.int().min(1).max(1200),
  expectedRenewalMonths: z.int().min(0).max(1200).default(0),
  renewalCostCommensurate: z.boolean().default(false),
  method: scheduleMethod.default('EVEN_PERIODS'),
  /** What the answers above rest on: the commission plan, the statement of work, the expected margin. */
  evidence: reasonText.optional(),
});

export interface CostView {
  readonly cost: CostRow;
  readonly carrying: string;
  readonly plan: readonly CostPlanRow[];
}

/** A cost with its amounts at the scale of their currency. */
function shownCost(cost: CostRow): CostRow {
  const money = (text: string) => toAmountString(dec(text), cost.currencyCode);
  return {
    ...cost,
    amount: money(cost.amount),
    amortised: money(cost.amortised),
    impaired: money(cost.impaired),
  };
}

async function viewCost(tenant: Context['tenant'], id: string): Promise<CostView> {
  const cost = (await findCost(tenant, id)) ?? refuseNotFound('contract cost', id);
  const money = (text: string) => toAmountString(dec(text), cost.currencyCode);
  return {
    cost: shownCost(cost),
    carrying:
      cost.decision === 'CAPITALISED'
        ? money(dec(cost.amount).minus(cost.amortised).minus(cost.impaired).toFixed())
        : money('0'),
    plan: (await planOfCost(tenant, id)).map((row) => ({ ...row, amount: money(row.amount) })),
  };
}

/**
 * A cost to obtain or fulfill a contract (340-40): judged, capitalized out of the expense account it was booked
 * to, and amortized over the contract and anticipated renewals; the monthly runs post the amortization. A cost
 * that is expensed posts nothing.
 */
export const createCost = defineUseCase({
  name: 'revenue.costs.create',
  permission: 'revenue.write',
  mode: 'sql',
  input: costFields,
  async run(context, input): Promise<CostView> {
    const { tenant } = context;
    const contract =
      (await findContract(tenant, input.contractId)) ?? refuseNotFound('contract', input.contractId);
    const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
    const { currencyCode, subsidiaryId } = contract;
    const months = amortisationTerm(input);
    const stated =
      input.kind === 'OBTAIN'
        ? {
            kind: 'OBTAIN' as const,
            incremental: input.incremental,
            chargeableRegardless: input.chargeableRegardless,
          }
        : {
            kind: 'FULFIL' as const,
            direct: input.direct,
            enhancesResources: input.enhancesResources,
            otherStandard: input.otherStandard,
          };
    const cost: ContractCost = {
      key: 'cost',
      amount: input.amount,
      recoverable: input.recoverable,
      ...stated,
    };
    const judged = valueOrThrow(
      capitalise({
        currencyCode,
        costs: [cost],
        amortisationMonths: months,
        expedient: policy.costExpedient,
      }),
    );
    const isAsset = !dec(judged.capitalised).isZero();
    const decision = isAsset ? 'CAPITALISED' : dec(judged.elsewhere).isZero() ? 'EXPENSED' : 'ELSEWHERE';
    const start = input.amortiseFrom ?? contract.startDate ?? contract.contractDate;
    await holdPeriodsOpen(tenant);
    const open = await openPeriods(tenant, subsidiaryId);
    const postingDate = bookingDay(input.incurredOn, open, subsidiaryId);
    const id = newId();
    const rate = await rateFor(tenant, subsidiaryId, currencyCode, postingDate);
    await demandSecondPerson(context, {
      baseAmount: async () => toPlainString(dec(isAsset ? input.amount : '0').times(rate)),
      preparedBy: null,
      permission: 'revenue.write',
    });
    const accounts = {
      assetAccountId: accountOf(policy, 'CONTRACT_COST_ASSET'),
      expenseAccountId: accountOf(policy, 'CONTRACT_COST_EXPENSE'),
      impairAccountId: accountOf(policy, 'CONTRACT_COST_IMPAIRMENT'),
      offsetAccountId: accountOf(policy, 'CONTRACT_COST_OFFSET'),
    };
    await insertCost(tenant, {
      id,
      contractId: contract.id,
      description: input.description ?? null,
      costKind: input.kind,
      subsidiaryId,
      currencyCode,
      amount: input.amount,
      postingDate,
      facts: input,
      decision,
      why: judged.lines[0]?.why ?? '',
      startDate: start,
      months,
      exchangeRate: rate,
      ...accounts,
    });
    if (isAsset) {
      const schedule = valueOrThrow(
        amortise({ currencyCode, amount: input.amount, start, months, method: input.method }),
      );
      const first = addPeriods(periodOf(postingDate), 0);
      await appendCostRows(
        tenant,
        id,
        subsidiaryId,
        schedule.slices.map(({ period, amount }, seq) => ({
          seq,
          rowKind: 'AMORTISE',
          // Amortization of months before the asset existed is a catch-up in the month it is booked.
          period: later(period, first),
          amount,
        })),
      );
      await postContractJournal(context, {
        subsidiaryId,
        currencyCode,
        postingDate,
        rate,
        sourceKind: 'CONTRACT_COST',
        memo: `Cost capitalized for contract ${contract.contractNumber}`,
        lines: [
          { accountId: accounts.assetAccountId, debit: input.amount, credit: '0' },
          { accountId: accounts.offsetAccountId, debit: '0', credit: input.amount },
        ],
      });
    }
    context.record({ noun: 'contract cost', recordId: id, after: { ...input, decision, months } });
    return viewCost(tenant, id);
  },
});

/** What each month that is not posted will still take: its amortization less earlier impairments. */
function leftByMonth(plan: readonly CostPlanRow[]): Map<string, Decimal> {
  const left = new Map<string, Decimal>();
  for (const { period, amount, postedPeriod } of plan) {
    if (postedPeriod === null) left.set(period, dec(amount).plus(left.get(period) ?? ZERO));
  }
  return left;
}

export const impairmentFields = z.object({
  date: day,
  expectedConsideration: positiveAmount,
  remainingCosts: positiveAmount.default('0'),
});

/**
 * Tests a cost asset for impairment on a day and books the loss (340-40-35-3); the remaining amortization decreases by
 * the loss. Without a loss nothing is booked. Refuses REVENUE_RULE NOT_CAPITALISED.
 */
export const impairCost = defineUseCase({
  name: 'revenue.costs.impair',
  permission: 'revenue.write',
  mode: 'sql',
  input: impairmentFields.extend({ id: anId }),
  async run(
    context,
    { id, date, expectedConsideration, remainingCosts },
  ): Promise<CostView & { loss: string }> {
    const { tenant } = context;
    const cost = (await findCost(tenant, id, true)) ?? refuseNotFound('contract cost', id);
    if (cost.decision !== 'CAPITALISED') {
      refuse('REVENUE_RULE', 'The cost was not capitalized, so there is nothing to impair.', {
        rule: 'NOT_CAPITALISED',
      });
    }
    if (date < cost.postingDate) {
      const message = `must not be before ${cost.postingDate}, when the cost was incurred`;
      refuse('INVALID_INPUT', `date: ${message}`, { issues: [{ path: ['date'], message }] });
    }
    const { currencyCode, subsidiaryId } = cost;
    const carrying = toAmountString(
      dec(cost.amount).minus(cost.amortised).minus(cost.impaired),
      currencyCode,
    );
    const { loss } = valueOrThrow(impair({ currencyCode, carrying, expectedConsideration, remainingCosts }));
    await demandSecondPerson(context, {
      baseAmount: async () => toPlainString(dec(loss).times(cost.exchangeRate)),
      preparedBy: null,
      permission: 'revenue.write',
    });
    if (!dec(loss).isZero()) {
      await holdPeriodsOpen(tenant);
      const postingDate = bookingDay(date, await openPeriods(tenant, subsidiaryId), subsidiaryId);
      const plan = await planOfCost(tenant, id);
      const left = leftByMonth(plan);
      const shares = allocateByWeight(dec(loss), [...left.values()], currencyCode);
      await appendCostRows(
        tenant,
        id,
        subsidiaryId,
        [...left.keys()].map((period, index) => ({
          seq: plan.length + index,
          rowKind: 'IMPAIRED',
          period,
          amount: toAmountString(shares[index]?.negated() ?? dec('0'), currencyCode),
        })),
      );
      await addImpairment(tenant, id, loss);
      await postContractJournal(context, {
        subsidiaryId,
        currencyCode,
        postingDate,
        rate: dec(cost.exchangeRate).toFixed(),
        sourceKind: 'CONTRACT_COST',
        memo: 'Impairment of a contract cost',
        lines: [
          { accountId: cost.impairAccountId, debit: loss, credit: '0' },
          { accountId: cost.assetAccountId, debit: '0', credit: loss },
        ],
      });
    }
    context.record({ noun: 'contract cost', recordId: id, before: { carrying }, after: { loss } });
    return { ...(await viewCost(tenant, id)), loss };
  },
});

export const getCost = defineUseCase({
  name: 'revenue.costs.get',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({ id: anId }),
  async run({ tenant }, { id }): Promise<CostView> {
    const view = await viewCost(tenant, id);
    return view;
  },
});

export const listCosts = defineUseCase({
  name: 'revenue.costs.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    contractId: anId.optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(100).default(20),
  }),
  async run({ tenant }, query): Promise<{ rows: CostRow[]; total: number }> {
    const { rows, total } = await pageCosts(tenant, query);
    return { rows: rows.map(shownCost), total };
  },
});
