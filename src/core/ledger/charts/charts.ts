import { CHART_CODES, type ChartAccount, DEFAULT_CHART } from '../default-chart';
import { GENERAL_US_GAAP } from './general-us-gaap';
import { IFRS } from './ifrs';

/** The charts an organization can be founded with, and OWN for one that imports its own. */
export const CHART_CHOICES = ['SAAS_US_GAAP', 'GENERAL_US_GAAP', 'IFRS', 'OWN'] as const;
export type ChartChoice = (typeof CHART_CHOICES)[number];

/** Accounts that no posting rule names but revenue policies do: inventory, and provisions for onerous contracts. */
const POLICY_CODES = ['1410', '2130'];

/** The codes that every chart has, because rules, revenue and the year's end post to them. */
export const NEEDED_CODES: ReadonlySet<string> = new Set([
  ...Object.values(CHART_CODES),
  ...POLICY_CODES,
  '3900',
]);

/** Who a chart is for, and its accounts. All use the same codes for the accounts that Daybook itself posts to. */
export const CHARTS: Readonly<
  Record<
    ChartChoice,
    { readonly name: string; readonly words: string; readonly accounts: readonly ChartAccount[] }
  >
> = {
  SAAS_US_GAAP: {
    name: 'Software and services, US GAAP',
    words: 'Subscriptions, licenses, usage and services; hosting and support in the cost of sales.',
    accounts: DEFAULT_CHART,
  },
  GENERAL_US_GAAP: {
    name: 'General, US GAAP',
    words: 'Goods, services or both; inventory, freight, warranty and property in full.',
    accounts: GENERAL_US_GAAP,
  },
  IFRS: {
    name: 'IFRS',
    words: 'The lines of IAS 1; contract liabilities, leases, provisions and reserves as IFRS calls them.',
    accounts: IFRS,
  },
  OWN: {
    name: 'Our own chart',
    words: 'Keeps only the accounts that Daybook posts to; you import the others from a file.',
    accounts: needed(DEFAULT_CHART),
  },
};

/** The needed accounts of a chart with the summaries above them. */
function needed(chart: readonly ChartAccount[]): ChartAccount[] {
  const byCode = new Map(chart.map((account) => [account.code, account]));
  const kept = new Set<string>();
  for (const code of NEEDED_CODES) {
    for (let at = byCode.get(code); at !== undefined; at = byCode.get(at.parentCode ?? '')) kept.add(at.code);
  }
  return chart.filter(({ code }) => kept.has(code));
}

/** The chart proposed for a country: US GAAP in the United States, IFRS elsewhere. */
export function chartFor(countryCode: string | null): ChartChoice {
  return countryCode === null || countryCode === 'US' ? 'SAAS_US_GAAP' : 'IFRS';
}

/** The accounts for exchange differences, by role. */
export const FX_ROLES: Readonly<Record<string, string>> = {
  [CHART_CODES.realizedGain]: 'REALIZED_GAIN',
  [CHART_CODES.realizedLoss]: 'REALIZED_LOSS',
  [CHART_CODES.unrealizedGain]: 'UNREALIZED_GAIN',
  [CHART_CODES.unrealizedLoss]: 'UNREALIZED_LOSS',
};
