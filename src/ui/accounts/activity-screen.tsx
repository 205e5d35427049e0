'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { DateField } from '@/ui/kit/date-field';
import { formatDate } from '@/ui/kit/date-format';
import { downloadCsv } from '@/ui/kit/download-csv';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Pager } from '@/ui/kit/pager';
import { Pill } from '@/ui/kit/pill';
import { statusWords } from '@/ui/kit/status-pill';
import { QueryView } from '@/ui/shell/query-view';
import { ACTIVITY_PAGE, activityFilters, activityQuestion } from './activity-filters';
import { ActivityTable } from './activity-table';

type Activity = RouterOutputs['reports']['accountActivity'];

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
        actions={
          <Button isDisabled={!query.data} onPress={() => query.data && void download(query.data)}>
            <Download aria-hidden="true" />
            CSV
          </Button>
        }
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

function download(activity: Activity) {
  const { account, currencyCode } = activity;
  return downloadCsv(`${account.code}-${activity.dateFrom}-${activity.dateTo}`, [
    ['Date', 'Entry', 'Document', 'Description', 'Debit', 'Credit', 'Balance', 'Currency'],
    [activity.dateFrom, '', '', 'Opening balance', '', '', activity.opening, currencyCode],
    ...activity.lines.map((line) => [
      line.postingDate,
      line.entryNumber ?? '',
      line.transactionNumber ?? '',
      line.memo ?? '',
      line.debit,
      line.credit,
      line.balance,
      currencyCode,
    ]),
    [activity.dateTo, '', '', 'Closing balance', '', '', activity.closing, currencyCode],
  ]);
}
