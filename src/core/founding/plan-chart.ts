import { CHARTS, NEEDED_CODES } from '../ledger/charts/charts';
import type { ChartAccount } from '../ledger/default-chart';

/** An account as it stands in the books. */
export interface StandingAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly accountType: string;
  readonly normalSide: string;
  readonly isSummary: boolean;
  readonly parentId: string | null;
  /** The ledger has lines on it. */
  readonly isPosted: boolean;
}

export interface ChartPlan {
  /** Parents before children. */
  readonly create: readonly ChartAccount[];
  /** Accounts that get another name, type or place in the tree. */
  readonly change: readonly { readonly account: StandingAccount; readonly to: ChartAccount }[];
  /** Accounts of another of our charts that no one changed; children before parents. */
  readonly remove: readonly StandingAccount[];
  /** Accounts that stay as they are because the ledger has lines on them, with what the chart would have made of them. */
  readonly keep: readonly { readonly account: StandingAccount; readonly to: ChartAccount | null }[];
}

/**
 * What turns the accounts that stand into a chart. Accounts are matched by code. What people added or renamed themselves stays;
 * what the ledger has lines on stays; accounts that Daybook posts to are never removed.
 */
export function planChart(standing: readonly StandingAccount[], chart: readonly ChartAccount[]): ChartPlan {
  const byCode = new Map(standing.map((account) => [account.code, account]));
  const codeOf = new Map(standing.map(({ id, code }) => [id, code]));
  const wanted = new Map(chart.map((account) => [account.code, account]));
  const create = chart.filter(({ code }) => !byCode.has(code));
  const change: { account: StandingAccount; to: ChartAccount }[] = [];
  const keep: { account: StandingAccount; to: ChartAccount | null }[] = [];
  for (const account of standing) {
    const to = wanted.get(account.code);
    if (to === undefined || isSame(account, to, codeOf) || !isOurs(account)) continue;
    if (account.isPosted) keep.push({ account, to });
    else change.push({ account, to });
  }
  const superfluous = standing.filter(
    (account) => !wanted.has(account.code) && !NEEDED_CODES.has(account.code) && isOurs(account),
  );
  for (const account of superfluous) if (account.isPosted) keep.push({ account, to: null });
  const remove = superfluous
    .filter(({ isPosted }) => !isPosted)
    .sort((a, b) => depth(b, standing) - depth(a, standing) || (a.code < b.code ? -1 : 1));
  return { create, change, remove, keep };
}

function isSame(account: StandingAccount, to: ChartAccount, codeOf: ReadonlyMap<string, string>): boolean {
  const parentCode = account.parentId === null ? null : (codeOf.get(account.parentId) ?? null);
  return (
    account.name === to.name &&
    account.accountType === to.type &&
    account.normalSide === to.normalSide &&
    account.isSummary === to.isSummary &&
    parentCode === to.parentCode
  );
}

/** Whether an account stands as one of our charts made it. What someone renamed or added is theirs. */
function isOurs({ code, name, accountType }: StandingAccount): boolean {
  return Object.values(CHARTS).some(({ accounts }) =>
    accounts.some((one) => one.code === code && one.name === name && one.type === accountType),
  );
}

function depth(account: StandingAccount, all: readonly StandingAccount[]): number {
  const byId = new Map(all.map((one) => [one.id, one]));
  let levels = 0;
  for (let at = byId.get(account.parentId ?? ''); at !== undefined; at = byId.get(at.parentId ?? ''))
    levels += 1;
  return levels;
}
