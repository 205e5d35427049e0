'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Timeline } from '@/ui/kit/figures/timeline';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { useBooks } from '@/ui/shell/session';
import { useNamedTimeline } from './use-named-timeline';

/** Who changed the record, when and from where. Shown only to users who may read the audit trail. */
export function RecordHistory({ recordId }: { readonly recordId: string }) {
  const mayRead = useBooks().may('org.audit.read');
  const trail = trpc.audit.list.useQuery({ recordId, limit: 20 }, { enabled: mayRead });
  const items = useNamedTimeline(trail.data?.rows);
  if (!mayRead) return null;
  return (
    <Panel title="History">
      {items === undefined ? (
        <Skeleton className="h-16" />
      ) : items.length === 0 ? (
        <p className="text-ink-mute">Nothing has changed since it was imported.</p>
      ) : (
        <Timeline items={items} />
      )}
    </Panel>
  );
}
