'use client';

import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { useBooks } from '@/ui/shell/session';
import { RevenueTabs } from '../revenue-tabs';
import { AsOfBar } from './as-of-bar';
import { REPORTS, type ReportName, reportAddress } from './report-filters';
import { useReport } from './use-report';

// Only the selected report's code is loaded.
const VIEWS: Readonly<Record<ReportName, { readonly label: string; readonly View: ComponentType }>> = {
  waterfall: {
    label: 'Waterfall',
    View: dynamic(() => import('./waterfall-report').then((part) => part.WaterfallReport)),
  },
  rollforward: {
    label: 'Deferred roll-forward',
    View: dynamic(() => import('./rollforward-report').then((part) => part.RollforwardReport)),
  },
  rpo: {
    label: 'Remaining obligations',
    View: dynamic(() => import('./rpo-report').then((part) => part.RpoReport)),
  },
  'contract-balances': {
    label: 'Contract balances',
    View: dynamic(() => import('./balances-report').then((part) => part.BalancesReport)),
  },
  disaggregation: {
    label: 'Disaggregation',
    View: dynamic(() => import('./disaggregation-report').then((part) => part.DisaggregationReport)),
  },
  forecast: {
    label: 'Forecast',
    View: dynamic(() => import('./forecast-report').then((part) => part.ForecastReport)),
  },
  recurring: {
    label: 'Recurring revenue',
    View: dynamic(() => import('./recurring-report').then((part) => part.RecurringReport)),
  },
  changed: {
    label: 'Changed since the close',
    View: dynamic(() => import('./changed-report').then((part) => part.ChangedReport)),
  },
};

/** The revenue disclosures, one report at a time, as of the two dates in the URL. */
export function RevenueReportsScreen() {
  const books = useBooks();
  const { finance, filters } = useReport();
  const { View } = VIEWS[filters.report];
  const href = (report: ReportName) =>
    reportAddress(books.path('revenue/reports'), {
      period: finance.isCurrent ? null : finance.period,
      subsidiary: finance.subsidiaryId ?? null,
      effective: filters.effective || null,
      known: filters.known || null,
      report,
    });
  return (
    <Page>
      <PageHeader title="Revenue reports" />
      <RevenueTabs current="reports" />
      <LinkTabs
        label="Reports"
        current={filters.report}
        tabs={REPORTS.map((id) => ({ id, label: VIEWS[id].label, href: href(id) }))}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FinanceBar />
        <AsOfBar />
      </div>
      <View />
    </Page>
  );
}
