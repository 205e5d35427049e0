'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { DateField } from '@/ui/kit/input/date-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Pager } from '@/ui/kit/tables/pager';
import { DownloadMenu } from '@/ui/records/export-menu';
import { QueryView } from '@/ui/shell/query-view';
import { ACTIVITY_PAGE, activityFilters, activityQuestion } from './activity-filters';
import { ActivityTable } from './activity-table';
import { LackingDocuments } from './lacking-documents';

/** Opening balance, every line with the balance after it, closing balance. */
export function ActivityScreen({ id }: { readonly id: string }) {
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates(activityFilters);
  const question = activityQuestion(id, finance, filters);
  const query = trpc.reports.accountActivity.useQuery(question, { placeholderData: keepPreviousData });
  const account = query.data?.account;
  return (
    <Page>
      <PageHeader
        title={account ? `${account.code} ${account.name}` : 'Account'}
        status={account ? <Pill>{statusWords(account.type)}</Pill> : null}
        trail={[
          { label: 'Trial balance', href: finance.link('reports/trial-balance') },
          { label: 'Chart of accounts', href: finance.link('accounts') },
        ]}
        actions={<DownloadMenu sheet="account-activity" input={query.data ? question : null} />}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FinanceBar />
        <div className="flex items-end gap-2" data-print="hide">
          <DateField
            label="From"
            className="w-36"
            value={question.dateFrom ?? ''}
            onValue={(from) => void setFilters({ from: from === finance.dateFrom ? null : from, page: null })}
          />
          <DateField
            label="To"
            className="w-36"
            value={question.dateTo ?? ''}
            onValue={(to) => void setFilters({ to: to === finance.dateTo ? null : to, page: null })}
          />
        </div>
      </div>
      <LackingDocuments id={id} />
      <QueryView query={query}>
        {(activity) => (
          <>
            <p className="text-ink-mute">
              {formatDate(activity.dateFrom)} to {formatDate(activity.dateTo)}, in {activity.currencyCode}
            </p>
            <ActivityTable activity={activity} isStale={query.isPlaceholderData} page={filters.page} />
            <Pager
              page={filters.page}
              limit={ACTIVITY_PAGE}
              total={activity.total ?? 0}
              onPage={(page) => void setFilters({ page })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
