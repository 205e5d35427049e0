'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { IconButton } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { controlLook } from '@/ui/kit/input/field';
import { useSingleKey } from '@/ui/kit/use-keys';
import { useBooks } from '@/ui/shell/session';
import { financeFilters, PERIODS_QUESTION, stepPeriod } from './finance-scope';
import { PERIODS_KEPT, useFinance } from './use-finance';

const RESET_PAGE = { shallow: false } as const;

/** The period and the subsidiary in view, and whether that period is open. `[` and `]` go to the previous and next one. */
export function FinanceBar() {
  const books = useBooks();
  const [, setFilters] = useQueryStates(financeFilters, RESET_PAGE);
  const scope = useFinance();
  const listed = trpc.reports.periodStates.useQuery(PERIODS_QUESTION, PERIODS_KEPT);
  const subsidiaries = useMemo(() => {
    const names = new Map(listed.data?.periods.map((period) => [period.subsidiaryId, period.subsidiaryName]));
    return [...names].map(([id, name]) => ({ id, name }));
  }, [listed.data]);
  const states = new Set(
    listed.data?.periods
      .filter((period) => period.startDate <= scope.dateTo && period.endDate >= scope.dateTo)
      .filter((period) => scope.subsidiaryId === undefined || period.subsidiaryId === scope.subsidiaryId)
      .map((period) => period.status),
  );

  const show = (steps: 1 | -1) => {
    const period = stepPeriod(scope, steps);
    if (period === undefined) return;
    const current = scope.periods.find(
      ({ startDate, endDate }) => startDate <= books.today && books.today <= endDate,
    );
    const isCurrent = period === (current?.endDate ?? books.today.slice(0, 7));
    void setFilters({ period: isCurrent ? null : period });
  };
  useSingleKey('[', () => show(-1));
  useSingleKey(']', () => show(1));

  return (
    <section
      aria-label="Period and subsidiary"
      className="flex flex-wrap items-center gap-2"
      data-print="hide"
    >
      <div className="flex items-center rounded border border-line-strong bg-surface">
        <IconButton label="Previous period" onPress={() => show(-1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <span aria-live="polite" className="min-w-32 text-center font-medium">
          {scope.words}
        </span>
        <IconButton label="Next period" onPress={() => show(1)}>
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
