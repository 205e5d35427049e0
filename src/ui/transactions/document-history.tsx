'use client';

import { trpc } from '@/surfaces/trpc/react';
import { timelineOf } from '@/ui/audit/timeline-of';
import { Panel } from '@/ui/kit/panel';
import { Skeleton } from '@/ui/kit/skeleton';
import { Timeline, type TimelineItem } from '@/ui/kit/timeline';
import { useBooks } from '@/ui/shell/session';
import type { Document } from './document';

/** The history of the document: the audit trail for users who may read it, the document's own dates for others. */
export function DocumentHistory({ document }: { readonly document: Document }) {
  const books = useBooks();
  const mayRead = books.may('org.audit.read');
  const trail = trpc.audit.list.useQuery({ recordId: document.id, limit: 50 }, { enabled: mayRead });
  const items = mayRead ? trail.data && timelineOf(trail.data.rows) : ownDates(document);
  return (
    <Panel title="History">
      {items === undefined ? <Skeleton className="h-24" /> : <Timeline items={items} />}
    </Panel>
  );
}

function ownDates(document: Document): TimelineItem[] {
  const steps: [string, Date | null][] = [
    ['Cancelled', document.cancelledAt],
    ['Posted', document.postedAt],
    ['Approved', document.approvedAt],
    ['Submitted', document.submittedAt],
    ['Written', document.createdAt],
  ];
  return steps.flatMap(([what, at]) => (at === null ? [] : [{ id: what, at, who: what, what: '' }]));
}
