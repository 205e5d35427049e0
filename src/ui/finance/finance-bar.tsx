'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { IconButton } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { formatMonth } from '@/ui/kit/date-format';
import { controlLook } from '@/ui/kit/field';
import { StatusPill } from '@/ui/kit/status-pill';
import { useSingleKey } from '@/ui/kit/use-keys';
import { useBooks } from '@/ui/shell/session';
import { financeFilters, financeScope, stepMonth } from './finance-scope';

const RESET_PAGE = { shallow: false } as const;

/** The period and the subsidiary in view, and whether that period is open. `[` and `]` step it. */
export function FinanceBar() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(financeFilters, RESET_PAGE);
  const scope = financeScope(filters, books.today);
  const overview = trpc.reports.glOverview.useQuery({ periods: 36 }, { staleTime: 300_000 });
  const subsidiaries = useMemo(() => {
    const names = new Map(
      overview.data?.periods.map((period) => [period.subsidiaryId, period.subsidiaryName]),
    );
    return [...names].map(([id, name]) => ({ id, name }));
  }, [overview.data]);
  const states = new Set(
    overview.data?.periods
      .filter((period) => period.startDate <= scope.dateTo && period.endDate >= scope.dateTo)
      .filter((period) => scope.subsidiaryId === undefined || period.subsidiaryId === scope.subsidiaryId)
      .map((period) => period.status),
  );

  const show = (month: string) =>
    void setFilters({ period: month === books.today.slice(0, 7) ? null : month });
  useSingleKey('[', () => show(stepMonth(scope.month, -1)));
  useSingleKey(']', () => show(stepMonth(scope.month, 1)));

  return (
    <section
      aria-label="Period and subsidiary"
      className="flex flex-wrap items-center gap-2"
      data-print="hide"
    >
      <div className="flex items-center rounded border border-line-strong bg-surface">
        <IconButton label="Previous period" onPress={() => show(stepMonth(scope.month, -1))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="min-w-32 text-center font-medium">
          {formatMonth(scope.month)}
        </span>
        <IconButton label="Next period" onPress={() => show(stepMonth(scope.month, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      {[...states].map((state) => (
        <StatusPill key={state} status={state} />
      ))}
      <select
        aria-label="Subsidiary"
        value={scope.subsidiaryId ?? ''}
        onChange={(event) => void setFilters({ subsidiary: event.target.value || null })}
        className={cx(controlLook, 'w-auto max-w-64 pr-7')}
      >
        <option value="">All subsidiaries</option>
        {subsidiaries.map((subsidiary) => (
          <option key={subsidiary.id} value={subsidiary.id}>
            {subsidiary.name}
          </option>
        ))}
      </select>
    </section>
  );
}
