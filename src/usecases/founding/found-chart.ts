import { z } from 'zod';
import { type ChartPlan, planChart } from '@/core/founding/plan-chart';
import type { Made } from '@/core/founding/steps';
import { CHART_CHOICES, CHARTS, FX_ROLES } from '@/core/ledger/charts/charts';
import { CHART_CODES, type ChartAccount } from '@/core/ledger/default-chart';
import { chartAsItStands, insertAccounts } from '@/db/stores/founding-steps';
import { accounts } from '@/db/stores/structure/accounts';
import { lockPeriods } from '@/db/stores/structure/periods';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import { type Context, defineUseCase } from '../kit/define';
import { refusalForViolation } from '../kit/violations';
import { FOUNDING, takeStep } from './step-record';

export const chartAnswers = z.object({
  /** OWN keeps only the accounts Daybook posts to; the others are imported. */
  chart: z.enum(CHART_CHOICES),
});

/**
 * Founding, step CHART: turns the chart that stands into one of ours. Accounts are matched by code. What people added or renamed,
 * what the ledger has lines on and what other records use stays as it is, and is listed as kept.
 */
export const foundChart = defineUseCase({
  name: 'founding.chart',
  permission: FOUNDING,
  mode: 'write',
  input: chartAnswers,
  run: (context, asked) =>
    takeStep(context, 'CHART', asked, async (inner) => {
      // No posting may use an account while it is changed.
      await lockPeriods(inner.tenant);
      const standing = await chartAsItStands(inner.tenant);
      return apply(inner, planChart(standing, CHARTS[asked.chart].accounts), standing);
    }),
});

async function apply(
  context: Context,
  plan: ChartPlan,
  standing: readonly { id: string; code: string }[],
): Promise<Made[]> {
  const { tenant } = context;
  const ids = new Map(standing.map(({ id, code }) => [code, id]));
  for (const { code } of plan.create) ids.set(code, newId());
  const idOf = (code: string | null) => (code === null ? null : (ids.get(code) ?? null));
  await insertAccounts(
    tenant,
    plan.create.map((account) => ({ id: ids.get(account.code) ?? newId(), ...rowOf(account, idOf) })),
  );
  const made: Made[] = plan.create.map((account) => ({
    act: 'CREATED',
    noun: 'account',
    id: idOf(account.code),
    label: `${account.code} ${account.name}`,
  }));
  for (const { account, to } of plan.change) {
    await accounts.update(tenant, account.id, {
      name: to.name,
      accountType: to.type,
      normalSide: to.normalSide,
      isSummary: to.isSummary,
      isControl: to.controlFor !== null,
      controlFor: to.controlFor,
      elimination: to.elimination,
      parentId: idOf(to.parentCode),
    });
    const label = `${to.code} ${to.name}`;
    made.push({ act: 'CHANGED', noun: 'account', id: account.id, label, detail: `was ${account.name}` });
  }
  for (const account of plan.remove) {
    const label = `${account.code} ${account.name}`;
    const isGone = await removed(context, account.id);
    made.push(
      isGone
        ? { act: 'REMOVED', noun: 'account', id: null, label }
        : { act: 'KEPT', noun: 'account', id: account.id, label, detail: 'in use' },
    );
  }
  for (const { account, to } of plan.keep) {
    const detail = to === null ? 'has entries' : `has entries; the chart calls it ${to.name}`;
    made.push({
      act: 'KEPT',
      noun: 'account',
      id: account.id,
      label: `${account.code} ${account.name}`,
      detail,
    });
  }
  if (made.length > 0) {
    const count = (act: Made['act']) => made.filter((one) => one.act === act).length;
    context.record({
      noun: 'account',
      recordId: null,
      after: { created: count('CREATED'), changed: count('CHANGED'), removed: count('REMOVED') },
    });
  }
  return made;
}

/** Deletes an account unless another record refers to it. */
async function removed({ tenant }: Context, id: string): Promise<boolean> {
  try {
    await withSavepoint(tenant, () => accounts.remove(tenant, id));
    return true;
  } catch (error) {
    const refused = refusalForViolation(error);
    if (refused?.refusal.code === 'IN_USE' || refused?.refusal.code === 'REFERENCE_NOT_FOUND') return false;
    throw error;
  }
}

function rowOf(account: ChartAccount, idOf: (code: string | null) => string | null) {
  return {
    code: account.code,
    name: account.name,
    accountType: account.type,
    normalSide: account.normalSide,
    isSummary: account.isSummary,
    isControl: account.controlFor !== null,
    controlFor: account.controlFor,
    elimination: account.elimination,
    isRetainedEarnings: account.code === CHART_CODES.retainedEarnings,
    fxRole: FX_ROLES[account.code] ?? null,
    parentId: idOf(account.parentCode),
    requiredDimensions: [],
    recommendedDimensions: [],
  };
}
