'use client';

import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { useBooks } from '@/ui/shell/session';

const TABS = [
  { id: 'contracts', label: 'Contracts', place: 'revenue' },
  { id: 'runs', label: 'Recognition runs', place: 'revenue/runs' },
  { id: 'judgments', label: 'Judgments', place: 'revenue/judgments' },
  { id: 'estimates', label: 'Estimates', place: 'revenue/estimates' },
  { id: 'costs', label: 'Costs', place: 'revenue/costs' },
  { id: 'reports', label: 'Reports', place: 'revenue/reports' },
  { id: 'setup', label: 'Setup', place: 'revenue/setup' },
] as const;

/** The tabs of the revenue area. */
export function RevenueTabs({ current }: { readonly current: (typeof TABS)[number]['id'] }) {
  const books = useBooks();
  return (
    <LinkTabs
      label="Revenue"
      current={current}
      tabs={TABS.map(({ id, label, place }) => ({ id, label, href: books.path(place) }))}
    />
  );
}
