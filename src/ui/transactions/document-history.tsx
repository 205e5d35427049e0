'use client';

import { trpc } from '@/surfaces/trpc/react';
import { useNamedTimeline } from '@/ui/audit/use-named-timeline';
import { Timeline, type TimelineItem } from '@/ui/kit/figures/timeline';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { useBooks } from '@/ui/shell/session';
import type { Document } from './document';
import { type DocumentPeople, useDocumentPeople } from './form/use-document-people';

/** The history of the document: the audit trail for users who may read it, the document's own dates for others. */
export function DocumentHistory({ document }: { readonly document: Document }) {
  const books = useBooks();
  const mayRead = books.may('org.audit.read');
  const trail = trpc.audit.list.useQuery({ recordId: document.id, limit: 50 }, { enabled: mayRead });
  const audited = useNamedTimeline(trail.data?.rows);
  const people = useDocumentPeople([document.id]);
  const items = mayRead ? audited : ownDates(document, people.get(document.id));
  return (
    <Panel title="History">
      {items === undefined ? <Skeleton className="h-24" /> : <Timeline items={items} />}
    </Panel>
  );
}

function ownDates(document: Document, people: DocumentPeople | undefined): TimelineItem[] {
  const steps: [string, Date | null, string | null | undefined][] = [
    ['canceled it', document.cancelledAt, null],
    ['posted it', document.postedAt, people?.postedBy],
    ['approved it', document.approvedAt, people?.approvedBy],
    ['submitted it for approval', document.submittedAt, people?.submittedBy],
    ['created it', document.createdAt, people?.preparedBy],
  ];
  return steps.flatMap(([what, at, who]) =>
    at === null ? [] : [{ id: what, at, who: who ?? 'Daybook', what }],
  );
}
