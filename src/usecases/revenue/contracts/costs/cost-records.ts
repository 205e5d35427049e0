import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractEvent, EventOf } from '@/core/revenue/contracts/events';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import { type CostPlanRow, type CostRow, findCost, pageCosts, planOfCost } from '@/db/revenue/costs/costs';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../../../kit/crud';
import { type Context, defineUseCase } from '../../../kit/define';
import { anId, day, lineText, reasonText } from '../../../kit/fields';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import { type History, lockHistory } from '../lock-history';
import { obligationKey, positiveAmount, scheduleMethod } from '../promise-input';
import { recordFacts } from '../record-facts';

const kindOfCost = z.enum(['OBTAIN', 'FULFIL']);
/** The terms of a cost, without its contract and its kind. */
const costTerms = {
  description: lineText.nullish(),
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
  /** Amortized as these obligations are satisfied (340-40-35-1), not over time. */
  follows: z.array(obligationKey).min(1).max(100).optional(),
  /** What the judgment is based on: the commission agreement, the time sheets. */
  evidence: reasonText.optional(),
};

export const costFields = z.object({ contractId: anId, kind: kindOfCost, ...costTerms });
/** The same as a fact of its contract. */
export const costFactFields = { costKind: kindOfCost, ...costTerms };

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
        ? money(
            dec(cost.voided ? '0' : cost.amount)
              .minus(cost.amortised)
              .minus(cost.impaired)
              .toFixed(),
          )
        : money('0'),
    plan: (await planOfCost(tenant, id)).map((row) => ({ ...row, amount: money(row.amount) })),
  };
}

/** Records a fact about a cost with its contract, and the change in the audit log; answers the contract after it. */
async function tell(context: Context, history: History, event: ContractEvent, costId: string) {
  const state = await recordFacts(context, history, [{ event }]);
  const { id: contractId } = history.contract;
  const { id: eventId, kind } = event;
  context.record({
    noun: 'contract cost',
    recordId: costId,
    after: { event, contractId },
    event: { type: 'revenue.event.recorded', payload: { contractId, eventId, kind } },
  });
  return state;
}

/** A cost as a fact of its contract, with an id of its own. Refuses INVALID_INPUT for renewals of what follows obligations. */
export async function costFact(
  { tenant }: Context,
  contract: ContractRow,
  said: z.output<z.ZodObject<typeof costFactFields>>,
): Promise<EventOf<'cost'>> {
  const { incurredOn, amortiseFrom, description, ...terms } = said;
  if (terms.follows !== undefined && terms.expectedRenewalMonths > 0) {
    const message = 'must be 0 for a cost that follows obligations: a renewal adds to them when it is agreed';
    refuse('INVALID_INPUT', `expectedRenewalMonths: ${message}`, {
      issues: [{ path: ['expectedRenewalMonths'], message }],
    });
  }
  const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
  return {
    id: newId(),
    kind: 'cost',
    effectiveDate: incurredOn,
    key: newId(),
    ...terms,
    ...(typeof description === 'string' && { description }),
    expedient: policy.costExpedient,
    start: amortiseFrom ?? contract.startDate ?? contract.contractDate,
  };
}

/**
 * A cost to obtain or fulfill a contract (340-40), a fact of the contract: judged, capitalized out of the expense account it was
 * booked to, and amortized over the contract and anticipated renewals, or as the obligations it follows are satisfied; the
 * monthly runs post the amortization. It follows modifications and ends with the contract. A cost that is expensed posts nothing.
 * Refuses NOT_FOUND, INVALID_INPUT, PERIOD_NOT_OPEN, RATE_MISSING, REVENUE_RULE UNKNOWN_OBLIGATION, CONTRACT_NOT_ACTIVE,
 * CONTRACT_COMBINED.
 */
export const createCost = defineUseCase({
  name: 'revenue.costs.create',
  permission: 'revenue.write',
  mode: 'sql',
  input: costFields,
  async run(context, input): Promise<CostView> {
    const { contractId, kind: costKind, ...terms } = input;
    const history = await lockHistory(context, contractId);
    const { contract } = history;
    if (contract.contractStatus === 'COMBINED') {
      refuse('REVENUE_RULE', 'The contract was combined into another one. Record the cost there.', {
        rule: 'CONTRACT_COMBINED',
        into: contract.combinedIntoId,
      });
    }
    const event = await costFact(context, contract, { costKind, ...terms });
    await tell(context, history, event, event.key);
    return viewCost(context.tenant, event.key);
  },
});

/** A cost and its contract, locked. Refuses NOT_FOUND, and REVENUE_RULE NOT_CAPITALISED for one that is not an asset. */
async function lockAsset(context: Context, id: string): Promise<{ cost: CostRow; history: History }> {
  const cost = (await findCost(context.tenant, id)) ?? refuseNotFound('contract cost', id);
  if (cost.decision !== 'CAPITALISED') refuseNotCapitalized();
  const history = await lockHistory(context, cost.contractId);
  // The previous holder of the lock may have changed the asset; its version is that of the row now locked.
  expectVersion(context, (await findCost(context.tenant, id)) ?? refuseNotFound('contract cost', id));
  return { cost, history };
}

function refuseNotCapitalized(): never {
  refuse('REVENUE_RULE', 'The cost was not capitalized, so there is nothing to impair.', {
    rule: 'NOT_CAPITALISED',
  });
}

/** Refuses INVALID_INPUT for an end before the day from which it counts. */
function demandEnd(date: string, end: string): void {
  if (end >= date) return;
  const message = `must not be before ${date}`;
  refuse('INVALID_INPUT', `end: ${message}`, { issues: [{ path: ['end'], message }] });
}

/** Refuses INVALID_INPUT for a day before the cost was incurred, which may be before it was booked. */
function demandIncurred(
  cost: Pick<CostRow, 'id' | 'postingDate'>,
  { recorded }: History,
  date: string,
): void {
  const fact = recorded.find(({ event }) => event.kind === 'cost' && event.key === cost.id);
  const incurredOn = fact?.event.effectiveDate ?? cost.postingDate;
  if (date >= incurredOn) return;
  const message = `must not be before ${incurredOn}, when the cost was incurred`;
  refuse('INVALID_INPUT', `date: ${message}`, { issues: [{ path: ['date'], message }] });
}

export const impairmentFields = z.object({
  date: day,
  expectedConsideration: positiveAmount,
  remainingCosts: positiveAmount.default('0'),
});

/**
 * Tests a cost asset for impairment on a day, a fact of its contract, and books the loss (340-40-35-3); the remaining amortization
 * decreases by the loss. Without a loss nothing is booked. Under IFRS a test that shows more reverses earlier impairments, as
 * a loss below zero, up to what the asset would be carried at without them (IFRS 15.104); under US GAAP it never does (35-6).
 * Refuses REVENUE_RULE NOT_CAPITALISED.
 */
export const impairCost = defineUseCase({
  name: 'revenue.costs.impair',
  permission: 'revenue.write',
  mode: 'sql',
  input: impairmentFields.extend({ id: anId }),
  async run(context, { id, date, ...test }): Promise<CostView & { loss: string }> {
    const { cost, history } = await lockAsset(context, id);
    demandIncurred(cost, history, date);
    const event: ContractEvent = { id: newId(), kind: 'costTest', effectiveDate: date, key: id, ...test };
    const { costs } = await tell(context, history, event, id);
    const taken = costs
      .find(({ key }) => key === id)
      ?.impairments.find(({ eventId }) => eventId === event.id);
    const loss = toAmountString(dec(taken?.amount ?? '0'), cost.currencyCode);
    return { ...(await viewCost(context.tenant, id)), loss };
  },
});

export const costTermFields = z.object({ date: day, end: day, evidence: reasonText });

/**
 * The day to which a cost asset is amortized is estimated again, as of a day (340-40-35-2): what is carried then is spread to the
 * new end, and earlier months stay. Refuses REVENUE_RULE NOT_CAPITALISED, WRONG_PATTERN for a cost that follows obligations.
 */
export const reviseCostTerm = defineUseCase({
  name: 'revenue.costs.revise',
  permission: 'revenue.write',
  mode: 'sql',
  input: costTermFields.extend({ id: anId }),
  async run(context, { id, date, end, evidence }): Promise<CostView> {
    const { cost, history } = await lockAsset(context, id);
    demandIncurred(cost, history, date);
    demandEnd(date, end);
    await tell(
      context,
      history,
      { id: newId(), kind: 'costTerm', effectiveDate: date, key: id, end, evidence },
      id,
    );
    return viewCost(context.tenant, id);
  },
});

/**
 * A test or a new end of a cost asset of a contract as a fact in the place of another. Refuses NOT_FOUND for a cost that is not the
 * contract’s, and what recording it refuses.
 */
export async function assetFact(
  { tenant }: Context,
  history: History,
  costId: string,
  event: EventOf<'costTest'> | EventOf<'costTerm'>,
): Promise<ContractEvent> {
  const cost = await findCost(tenant, costId);
  if (cost === null || cost.contractId !== history.contract.id) refuseNotFound('contract cost', costId);
  if (cost.decision !== 'CAPITALISED') refuseNotCapitalized();
  demandIncurred(cost, history, event.effectiveDate);
  if (event.kind === 'costTerm') demandEnd(event.effectiveDate, event.end);
  return event;
}

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
