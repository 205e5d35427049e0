'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Panel } from '@/ui/kit/panel';
import { Skeleton } from '@/ui/kit/skeleton';
import { Timeline } from '@/ui/kit/timeline';
import { useBooks } from '@/ui/shell/session';
import { timelineOf } from './timeline-of';

/** Who changed the record, when and from where. Shown only to users who may read the audit trail. */
export function RecordHistory({ recordId }: { readonly recordId: string }) {
  const mayRead = useBooks().may('org.audit.read');
  const trail = trpc.audit.list.useQuery({ recordId, limit: 20 }, { enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Panel title="History">
      {trail.data === undefined ? (
        <Skeleton className="h-16" />
      ) : trail.data.rows.length === 0 ? (
        <p className="text-ink-mute">Nothing has changed since it was imported.</p>
      ) : (
        <Timeline items={timelineOf(trail.data.rows)} />
      )}
    </Panel>
  );
}
