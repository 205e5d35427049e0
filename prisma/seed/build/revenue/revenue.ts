import { addDays, addMonths } from '@/core/periods/calendar';
import type { Question } from '@/core/revenue/judgements/judgements';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { createSsp } from '@/usecases/revenue/setup/ssp-records';
import type { PlannedCustomer } from '../../story/sales/customers';
import type { StoryMonth } from '../../story/timeline';
import { signAdvance } from '../advance';
import type { Stage } from '../stage';
import { type BilledContract, billQuarter, signBilledContract } from './billed-contract';

const ACTOR = 'controller';

/** Age in months of the contract billed through a subscription, which is billed again this month. */
const QUARTER = 3;

const CRITERIA = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map((name) => ({
  name,
  met: true,
  evidence: 'Signed order form; credit checked',
}));

/** Work may be done, and bills may follow, more than a year later without either party lending to the other (606-10-32-17(c)). */
const NO_FINANCING = {
  reason: 'OTHER_PURPOSE',
  evidence:
    'Bills follow the order or its acceptance; the price is the same whenever the work is done and paid',
};

/** A contract of the story in progress, with what still happens under it. */
export interface Living {
  readonly id: string;
  readonly kind: Kind;
  readonly since: number;
}

const yes = (question: Question, evidence: string) => ({ question, answer: true, evidence });

const KINDS = ['BUNDLE', 'SUBSCRIPTION', 'PROJECT', 'HARDWARE', 'MILESTONES', 'USAGE'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Revenue contracts of every kind, two a month, carried forward month by month: billed, performed, modified, credited, ended,
 * and recognized by the runs up to last month. Returns the contracts.
 */
export async function buildRevenue(
  stage: Stage,
  customers: readonly PlannedCustomer[],
): Promise<readonly Living[]> {
  const buyers = customers.filter(
    ({ subsidiary, currency, status }) => subsidiary === 'US' && currency === 'USD' && status === 'active',
  );
  const subsidiaryId = stage.ids.get('subsidiary', 'US');
  const living: Living[] = [];
  for (const [code, ssp] of [
    ['PLATFORM', '90000'],
    ['ONBOARDING', '15000'],
    ['TRAINING', '15000'],
  ]) {
    await stage.run(ACTOR, createSsp, {
      productCode: code,
      currencyCode: 'USD',
      validFrom: stage.timeline.start,
      ssp,
      evidence: 'Separate sales of the year before',
    });
  }
  let billed: BilledContract | undefined;
  for (const month of stage.timeline.months) {
    for (const contract of living) await live(stage, contract, month);
    for (const offset of [0, 1]) {
      const number = month.index * 2 + offset;
      const kind = KINDS[number % KINDS.length] ?? 'BUNDLE';
      const buyer = buyers[number % Math.max(1, buyers.length)];
      if (buyer === undefined) throw new Error('the story has no customer for a contract');
      const id = await sign(stage, { kind, number, month, subsidiaryId, buyer });
      living.push({ id, kind, since: month.index });
    }
    if (month.index === 0 && buyers[1] !== undefined)
      await signAdvance(stage, buyers[1], month.start, CRITERIA);
    if (month.age === QUARTER) {
      const [buyer] = buyers;
      if (buyer === undefined) throw new Error('the story has no customer for a contract');
      billed = await signBilledContract(stage, buyer, month.start, CRITERIA);
      await billQuarter(stage, billed, month.start, addDays(month.start, 9));
    }
    if (billed !== undefined && month.age === 0) await billQuarter(stage, billed, month.start);
    if (month.age === 0) continue;
    const run = await stage.run(ACTOR, createRun, { period: month.start.slice(0, 7), subsidiaryId });
    await stage.run(ACTOR, postRun, { id: run.id });
  }
  return living;
}

async function sign(
  stage: Stage,
  about: { kind: Kind; number: number; month: StoryMonth; subsidiaryId: string; buyer: PlannedCustomer },
): Promise<string> {
  const { kind, number, month, buyer } = about;
  const start = month.start;
  const end = addDays(addMonths(start, 12), -1);
  const promised = promisesOf(kind, number, start, end);
  const draft = await stage.run(ACTOR, createContract, {
    name: `${buyer.name}, ${kind.toLowerCase()}`,
    customerId: stage.ids.get('customer', buyer.key),
    subsidiaryId: about.subsidiaryId,
    currencyCode: 'USD',
    contractDate: start,
    startDate: start,
    endDate: end,
    ...promised,
    price: { ...promised.price, noFinancing: NO_FINANCING },
    criteria: CRITERIA,
  });
  await stage.run(ACTOR, activateContract, { id: draft.id });
  if (kind === 'BUNDLE' || kind === 'SUBSCRIPTION') {
    await tell(stage, draft.id, {
      kind: 'invoice',
      effectiveDate: month.start,
      amount: draft.transactionPrice,
    });
    await stage.run(ACTOR, createCost, {
      contractId: draft.id,
      kind: 'OBTAIN',
      description: 'Sales commission',
      amount: '1200',
      incurredOn: month.start,
      contractMonths: 12,
      expectedRenewalMonths: 24,
      evidence: 'Commission plan, section 2: due only for a signed contract, and lower at renewal',
    });
  }
  return draft.id;
}

/** The performance obligations of a kind of contract, with their prices. */
function promisesOf(kind: Kind, number: number, start: string, end: string) {
  const term = { kind: 'RATABLE' as const, start, end };
  switch (kind) {
    case 'BUNDLE':
      return {
        price: { fixed: '100000' },
        obligations: [
          {
            key: 'platform',
            description: 'Platform for a year',
            productCode: 'PLATFORM',
            pattern: term,
            answers: [
              yes('SEPARATELY_IDENTIFIABLE', 'Runs without onboarding or training'),
              yes('CONSUMED_AS_PERFORMED', 'Another provider would not repeat the months already provided'),
            ],
          },
          {
            key: 'onboarding',
            description: 'Onboarding',
            productCode: 'ONBOARDING',
            pattern: { kind: 'PROGRESS' },
            answers: [yes('CUSTOMER_CONTROLS_WORK', 'Set up in the environment of the customer')],
          },
          { key: 'training', description: 'Training', productCode: 'TRAINING', pattern: { kind: 'POINT' } },
        ],
      };
    case 'SUBSCRIPTION':
      return {
        price: { fixed: String(12_000 + number * 120) },
        obligations: [{ key: 'subscription', ssp: '12000', pattern: term }],
      };
    case 'PROJECT':
      return {
        price: {
          fixed: '240000',
          variable: [
            {
              key: 'bonus',
              method: 'MOST_LIKELY',
              outcomes: [
                { amount: '30000', probability: '0.7' },
                { amount: '0', probability: '0.3' },
              ],
              constraint: { kind: 'EXCLUDED' },
              evidence: 'Acceptance depends on a test by the customer that no earlier project has had',
            },
          ],
        },
        obligations: [
          {
            key: 'build',
            description: 'Build to order',
            ssp: '240000',
            sspEvidence: 'Cost estimate of the bid plus the margin of the last four projects',
            pattern: { kind: 'PROGRESS' },
            answers: [
              yes('NO_ALTERNATIVE_USE', 'Designed for this plant; rework would cost most of its value'),
              yes('RIGHT_TO_PAYMENT', 'Section 9: costs to date and 12% when the customer ends it'),
            ],
          },
        ],
      };
    case 'HARDWARE':
      return {
        price: { fixed: '18000' },
        obligations: [
          { key: 'units', ssp: '18000', nature: 'GOODS', pattern: { kind: 'UNITS', quantity: '120' } },
        ],
      };
    case 'MILESTONES':
      return {
        price: { fixed: '60000' },
        obligations: [
          {
            key: 'rollout',
            ssp: '60000',
            pattern: {
              kind: 'MILESTONES',
              milestones: [
                { key: 'design', weight: '2' },
                { key: 'pilot', weight: '3' },
                { key: 'rollout', weight: '5' },
              ],
            },
          },
        ],
      };
    case 'USAGE':
      return {
        price: { fixed: '2400' },
        obligations: [
          { key: 'base', ssp: '2400', pattern: term },
          { key: 'calls', description: 'Calls by use', ssp: '0', pattern: { kind: 'USAGE' } },
        ],
      };
  }
}

const tell = (stage: Stage, id: string, event: object) => stage.run(ACTOR, recordEvent, { id, event });

/** The events under a contract in a month. */
async function live(stage: Stage, { id, kind, since }: Living, month: StoryMonth): Promise<void> {
  const age = month.index - since;
  const on = { effectiveDate: month.start };
  if (kind === 'BUNDLE') {
    if (age === 1) await tell(stage, id, { kind: 'progress', ...on, key: 'onboarding', progress: '0.6' });
    if (age === 2) {
      await tell(stage, id, { kind: 'progress', ...on, key: 'onboarding', progress: '1' });
      await tell(stage, id, { kind: 'delivery', ...on, key: 'training' });
      await tell(stage, id, { kind: 'payment', ...on, amount: '100000' });
    }
  } else if (kind === 'SUBSCRIPTION') {
    if (age === 4) {
      const { contract: seats } = await stage.run(ACTOR, applyModification, {
        id,
        date: month.start,
        reason: 'Seats added at list price',
        answers: { priceAtSsp: true },
        additions: [
          {
            key: 'seats',
            price: '2400',
            ssp: '2400',
            distinct: true,
            pattern: { kind: 'RATABLE', start: month.start, end: addDays(addMonths(month.start, 8), -1) },
          },
        ],
      });
      // At list price they are a separate contract (606-10-25-12), which is billed separately.
      await tell(stage, seats.contract.id, { kind: 'invoice', ...on, amount: '2400' });
    }
    if (age === 6 && since % 4 === 0) {
      await stage.run(ACTOR, terminateContract, {
        id,
        effectiveDate: month.start,
        refund: '1000',
        reason: 'The customer closed its office',
      });
      const { separateContracts } = await stage.run(ACTOR, getContract, { id });
      for (const { id: own } of separateContracts) {
        await stage.run(ACTOR, terminateContract, {
          id: own,
          effectiveDate: month.start,
          refund: '1500',
          reason: 'The customer closed its office',
        });
      }
    }
  } else if (kind === 'PROJECT' && age >= 1 && age <= 8) {
    await tell(stage, id, {
      kind: 'costs',
      ...on,
      key: 'build',
      costToDate: String(20_000 * age),
      evidence: 'Monthly review of the project with its manager',
      // One build turns out to cost more than it earns.
      totalCost: since % 6 === 4 && age >= 4 ? '300000' : '160000',
      scope: 'PRODUCTION',
    });
    if (age === 3) {
      const evidence = 'The acceptance test was passed, so the bonus is due';
      await tell(stage, id, { kind: 'estimateChange', ...on, change: '30000', evidence });
    }
    if (age % 2 === 0) await tell(stage, id, { kind: 'invoice', ...on, amount: '60000' });
  } else if (kind === 'HARDWARE' && age >= 1 && age <= 3) {
    await tell(stage, id, { kind: 'delivery', ...on, key: 'units', quantity: '40' });
    await tell(stage, id, { kind: 'invoice', ...on, amount: '6000' });
    if (age === 3) {
      const evidence = 'Three units of 120 came back in each of the last five deliveries';
      await tell(stage, id, { kind: 'refundEstimate', ...on, key: 'units', liability: '450', evidence });
    }
  } else if (kind === 'MILESTONES') {
    const reached = { 2: 'design', 4: 'pilot', 7: 'rollout' }[age];
    if (reached !== undefined) {
      await tell(stage, id, { kind: 'milestone', ...on, key: 'rollout', milestone: reached });
      await tell(stage, id, { kind: 'invoice', ...on, amount: '20000', unconditional: false });
    }
  } else if (kind === 'USAGE' && age >= 1 && age <= 12) {
    await tell(stage, id, { kind: 'usage', ...on, key: 'calls', amount: `${300 + ((age * 37) % 90)}.50` });
  }
}
