'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../button';

/** "41–60 of 2,413" or "of 10,000+", with buttons for the previous and next page. The page lives in the URL. */
export function Pager({
  page,
  limit,
  total,
  isCounted = true,
  onPage,
}: {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** False when there are more than `total`, which were not counted. */
  readonly isCounted?: boolean;
  readonly onPage: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (total === 0) return null;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 text-ink-mute" data-print="hide">
      <span className="figures mr-2" aria-live="polite">
        {count(first)}–{count(last)} of {count(total)}
        {isCounted ? '' : '+'}
      </span>
      <IconButton label="Previous page" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
