import { z } from 'zod';
import { policyOf, SELLS, SOLD_ITEMS } from '@/core/founding/revenue-questions';
import type { Made } from '@/core/founding/steps';
import { refuse } from '@/core/refusals';
import { FRAMEWORKS } from '@/core/revenue/vocabulary';
import { listPolicies, lockFirstPolicy, type PolicyRow, policyInUse } from '@/db/revenue/policies';
import { items } from '@/db/stores/sales/items';
import { postingAccounts } from '@/db/stores/structure/accounts';
import { itemVerbs } from '../items/item-records';
import { type Context, defineUseCase } from '../kit/define';
import { createPolicy, removePolicy } from '../revenue/setup/policy-records';
import { templateVerbs } from '../revenue/setup/template-records';
import { FOUNDING, takeStep } from './step-record';

export const revenueAnswers = z.object({
  framework: z.enum(FRAMEWORKS),
  /** What the company sells: each becomes an item with the obligation that arises when it is sold. */
  sells: z.array(z.enum(SELLS)).max(SELLS.length),
  overTime: z.enum(['EXACT_DAYS', 'EVEN_PERIODS']).default('EXACT_DAYS'),
  refunds: z.enum(['NONE', 'RETURNS']).default('NONE'),
  commissions: z.enum(['CAPITALIZE', 'EXPENSE_SHORT', 'NONE']).default('CAPITALIZE'),
  financing: z.enum(['EXPEDIENT', 'ALWAYS']).default('EXPEDIENT'),
  combination: z.enum(['0', '30', '90']).default('30'),
});
type Asked = z.output<typeof revenueAnswers>;

/** The policy applies to every contract, including those taken over with an earlier date. */
const ALWAYS = '1900-01-01';
const CODE = 'STANDARD';

/**
 * Founding, step REVENUE: sets the terms of the revenue policy from the answers (core/founding/revenue-questions says which answer
 * sets what and by which paragraph), and an item with its obligation for each thing that is sold. Refuses IN_USE when contracts
 * follow a policy with other terms: those change by a new version from a day on.
 */
export const foundRevenue = defineUseCase({
  name: 'founding.revenue',
  permission: FOUNDING,
  mode: 'write',
  input: revenueAnswers,
  run: (context, asked) =>
    takeStep(context, 'REVENUE', asked, async (inner) => [
      ...(await setPolicy(inner, asked)),
      ...(await sellItems(inner, asked)),
    ]),
});

async function setPolicy(context: Context, asked: Asked): Promise<Made[]> {
  const { tenant } = context;
  const terms = policyOf(asked);
  await lockFirstPolicy(tenant);
  const standing = (await listPolicies(tenant)).filter(({ code }) => code === CODE);
  if (standing.length === 1 && standing.every((policy) => follows(policy, terms))) return [];
  for (const policy of standing) {
    if (await policyInUse(tenant, policy.id)) {
      const message =
        'Contracts follow a revenue policy with other terms. Add a version of it that is valid from a later day.';
      refuse('IN_USE', message, { noun: 'revenue policy', id: policy.id, by: 'revenue contracts' });
    }
    await removePolicy.run(context, { id: policy.id });
  }
  const policy = createPolicy.input.parse({ code: CODE, name: 'Standard', validFrom: ALWAYS, ...terms });
  const { id } = await createPolicy.run(context, policy);
  const act = standing.length === 0 ? 'CREATED' : 'CHANGED';
  return [{ act, noun: 'revenue policy', id, label: 'Standard', detail: wordsOf(terms) }];
}

type Terms = ReturnType<typeof policyOf>;

const follows = (policy: PolicyRow, terms: Terms) =>
  policy.framework === terms.framework &&
  policy.lossLevel === terms.lossLevel &&
  policy.scheduleMethod === terms.scheduleMethod &&
  policy.costExpedient === terms.costExpedient &&
  policy.oneYearExpedient === terms.oneYearExpedient &&
  policy.combinationDays === terms.combinationDays;

const wordsOf = (terms: Terms) =>
  [
    terms.framework === 'IFRS' ? 'IFRS' : 'US GAAP',
    terms.scheduleMethod === 'EXACT_DAYS' ? 'by days' : 'in equal months',
    terms.costExpedient ? 'short costs expensed' : 'costs capitalized',
    terms.oneYearExpedient ? 'no interest within a year' : 'interest judged for each contract',
    `combined within ${terms.combinationDays} days`,
  ].join(', ');

async function sellItems(context: Context, { sells }: Asked): Promise<Made[]> {
  const { tenant } = context;
  const chart = await postingAccounts(tenant);
  const made: Made[] = [];
  for (const code of new Set(sells)) {
    const { name, itemType, nature, pattern, revenueCode } = SOLD_ITEMS[code];
    const label = `${code} ${name}`;
    const known = await items.findWhere(tenant, { code });
    if (known !== null) {
      made.push({ act: 'KEPT', noun: 'item', id: known.id, label, detail: 'already existed' });
      continue;
    }
    const revenueAccountId = chart.find((account) => account.code === revenueCode)?.id ?? null;
    const item = await itemVerbs.create.run(context, { code, name, itemType, revenueAccountId });
    await templateVerbs.create.run(context, {
      itemId: item.id,
      key: code,
      nature,
      pattern,
      revenueAccountId,
    });
    made.push({ act: 'CREATED', noun: 'item', id: item.id, label, detail: WHEN[pattern.kind] });
  }
  return made;
}

const WHEN = {
  RATABLE: 'recognized over its term',
  POINT: 'recognized when control passes',
  PROGRESS: 'recognized by progress',
  USAGE: 'recognized as it is used',
} as const;
