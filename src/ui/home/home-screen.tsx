'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import { sum, toPlainString } from '@/core/money/decimal';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { PERIODS_QUESTION } from '@/ui/finance/finance-scope';
import { FoundingChecklist } from '@/ui/founding/checklist';
import { cx } from '@/ui/kit/class-names';
import { formatShort } from '@/ui/kit/figures/amount-format';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatCard } from '@/ui/kit/figures/stat-card';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { CockpitPage } from '@/ui/kit/pages/cockpit';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { TransactionsTable } from '@/ui/transactions/transactions-table';
import { owedQuestion, PENDING_QUESTION, RECENT_QUESTION } from './home-questions';

/** Pending approvals, recent transactions, and the state of cash and the ledger. */
export function HomeScreen() {
  const books = useBooks();
  const reads = books.may('gl.report.read');
  return (
    <CockpitPage
      title={`Hello, ${books.user.name.split(' ')[0]}`}
      notice={<FoundingChecklist />}
      figures={reads ? <Figures /> : null}
      aside={
        <>
          {reads ? <Health /> : null}
          {books.may('crm.prospect.read') ? <Pipeline /> : null}
        </>
      }
    >
      {books.may('gl.transaction.read') ? (
        <>
          <Waiting />
          <Recent />
        </>
      ) : null}
    </CockpitPage>
  );
}

function Figures() {
  const books = useBooks();
  const receivable = trpc.reports.aging.useQuery(owedQuestion('RECEIVABLE'));
  const payable = trpc.reports.aging.useQuery(owedQuestion('PAYABLE'));
  const counts = trpc.reports.documentCounts.useQuery({});
  const cash = useCash();
  const pending =
    counts.data?.transactionsByStatus.find(({ status }) => status === 'PENDING_APPROVAL')?.count ?? 0;
  return (
    <>
      <StatCard
        label="Cash"
        href={books.path('reports/trial-balance')}
        value={cash ? <Money value={cash.amount} currency={cash.currency} showCurrency zero="digits" /> : '…'}
        note="Bank accounts, as of today"
      />
      <StatCard
        label="Owed by customers"
        href={books.path('reports/aging')}
        value={<Owed report={receivable.data} />}
        note={<OwedNote report={receivable.data} />}
      />
      <StatCard
        label="Owed to vendors"
        href={books.path('reports/aging?side=PAYABLE')}
        value={<Owed report={payable.data} />}
        note={<OwedNote report={payable.data} />}
      />
      <StatCard
        label="Waiting for approval"
        href={books.path(
          books.may('gl.transaction.approve') ? 'approvals' : 'transactions?status=PENDING_APPROVAL',
        )}
        value={counts.data ? String(pending) : '…'}
        note={pending === 1 ? 'document' : 'documents'}
      />
    </>
  );
}

type AgingReport = RouterOutputs['reports']['aging'];

/** The total of the aging in base currency: the balance of the control accounts. */
function Owed({ report }: { readonly report: AgingReport | undefined }) {
  if (report === undefined) return '…';
  return <Money value={report.base.total} currency={report.base.currencyCode} showCurrency zero="digits" />;
}

function OwedNote({ report }: { readonly report: AgingReport | undefined }) {
  if (report === undefined) return null;
  if (report.rows.length === 0) return 'Nothing open';
  const { DAYS_1_30, DAYS_31_60, DAYS_61_90, OVER_90, currencyCode } = report.base;
  const late = toPlainString(sum([DAYS_1_30, DAYS_31_60, DAYS_61_90, OVER_90]));
  const others = report.totals.flatMap((row) => (row.currencyCode === currencyCode ? [] : row.currencyCode));
  return (
    <>
      {/[1-9]/.test(late) ? `${formatShort(late)} overdue` : 'Nothing overdue'}
      {others.length > 0 ? `, some of it in ${others.join(', ')}` : null}
    </>
  );
}

/** The balance of the bank accounts payments are booked to, and of their siblings in the chart. */
function useCash(): { readonly amount: string; readonly currency: string } | null {
  const rules = trpc.setup.postingRules.list.useQuery({}, { staleTime: 300_000 });
  const tree = trpc.accounts.tree.useQuery({}, { staleTime: 300_000 });
  const balance = trpc.reports.trialBalance.useQuery({});
  if (!rules.data || !tree.data || !balance.data) return null;
  const banks = new Set(rules.data.map((rule) => rule.bankAccountId));
  const parents = new Set(tree.data.filter(({ id }) => banks.has(id)).map(({ parentId }) => parentId));
  const beside = new Set(
    tree.data
      .filter(({ id, parentId }) => banks.has(id) || (parentId !== null && parents.has(parentId)))
      .map(({ id }) => id),
  );
  const rows = balance.data.rows.filter((row) => beside.has(row.accountId));
  return {
    amount: toPlainString(sum(rows.map((row) => row.netBalance))),
    currency: balance.data.currencyCode,
  };
}

function Waiting() {
  const books = useBooks();
  const query = trpc.transactions.list.useQuery(PENDING_QUESTION);
  const isMine = books.may('gl.transaction.approve');
  return (
    <Section
      title={isMine ? 'Waiting for you' : 'Waiting for approval'}
      href={books.path(isMine ? 'approvals' : 'transactions?status=PENDING_APPROVAL')}
      linkWords={isMine ? 'Open the queue' : 'All'}
    >
      <QueryView query={query} skeleton={<Skeleton className="m-4 h-20" />}>
        {(page) => (
          <TransactionsTable
            label="Waiting for approval"
            rows={page.rows}
            empty={<EmptyState title="Nothing is waiting">Submitted documents appear here.</EmptyState>}
          />
        )}
      </QueryView>
    </Section>
  );
}

function Recent() {
  const books = useBooks();
  const query = trpc.transactions.list.useQuery(RECENT_QUESTION);
  return (
    <Section title="Recent transactions" href={books.path('transactions')} linkWords="All transactions">
      <QueryView query={query} skeleton={<Skeleton className="m-4 h-20" />}>
        {(page) => (
          <TransactionsTable
            label="Recent transactions"
            rows={page.rows}
            empty={
              <EmptyState title="No transactions yet">
                The first journal or invoice will appear here.
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Section>
  );
}

function Section({
  title,
  href,
  linkWords,
  children,
}: {
  readonly title: string;
  readonly href: string;
  readonly linkWords: string;
  readonly children: React.ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex items-baseline justify-between">
        <h2 className="font-semibold text-lead">{title}</h2>
        <TextLink href={href}>{linkWords}</TextLink>
      </div>
      {children}
    </section>
  );
}

function Health() {
  const books = useBooks();
  const query = trpc.reports.ledgerState.useQuery({});
  const listed = trpc.reports.periodStates.useQuery(PERIODS_QUESTION);
  return (
    <Panel title="Ledger">
      <QueryView query={query} skeleton={<Skeleton className="h-24" />}>
        {({ health, totals }) => (
          <div className="flex flex-col gap-3">
            <p className={cx('flex items-center gap-2', health.isBalanced ? 'text-positive' : 'text-danger')}>
              {health.isBalanced ? (
                <CircleCheck aria-hidden="true" className="size-4" />
              ) : (
                <TriangleAlert aria-hidden="true" className="size-4" />
              )}
              {health.isBalanced
                ? 'Debits = Credits across all books'
                : `Debits and credits differ by ${health.difference}`}
            </p>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
              <dt className="text-ink-mute">Entries</dt>
              <dd className="figures text-right">{totals.entries.toLocaleString('en-US')}</dd>
              <dt className="text-ink-mute">Last posted</dt>
              <dd className="text-right">
                <InstantText value={totals.lastPostedAt} />
              </dd>
            </dl>
            <ul className="flex flex-col gap-1 border-line border-t pt-3">
              {listed.data?.periods
                .filter((period) => period.isCurrent)
                .map((period) => (
                  <li key={period.id} className="flex items-center justify-between gap-2">
                    <TextLink href={books.path('periods')} className="truncate text-ink">
                      {period.subsidiaryName}, {period.label}
                    </TextLink>
                    <StatusPill status={period.status} />
                  </li>
                ))}
            </ul>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

function Pipeline() {
  const books = useBooks();
  const query = trpc.prospects.pipeline.useQuery({});
  return (
    <Panel title="Pipeline" actions={<TextLink href={books.path('prospects')}>Board</TextLink>}>
      <QueryView query={query} skeleton={<Skeleton className="h-24" />}>
        {(columns) => (
          <ul className="flex flex-col gap-1.5">
            {columns.map((column) => (
              <li key={column.status} className="grid grid-cols-[1fr_2.5rem_5rem] items-center gap-2">
                <TextLink
                  href={books.path(`prospects?view=list&status=${column.status}`)}
                  className="text-ink"
                >
                  {statusWords(column.status)}
                </TextLink>
                <span className="figures text-right text-ink-mute">{column.count}</span>
                <span className="figures text-right">{formatShort(column.estimatedRevenue)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}
