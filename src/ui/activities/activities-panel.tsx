'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Panel } from '@/ui/kit/layout/panel';
import { notifyProblem } from '@/ui/kit/notify';
import { RemoveDialog } from '@/ui/records/remove-record';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { type About, type Activity, ActivityDialog } from './activity-dialog';

/** The activities of a prospect or a lead: open ones first, then those that were done. */
export function ActivitiesPanel({ about }: { readonly about: About }) {
  const books = useBooks();
  const mayWrite = books.may('crm.lead.write');
  const query = trpc.activities.list.useQuery(about);
  const [asked, setAsked] = useState<{ activity: Activity | null; to: 'edit' | 'delete' } | null>(null);
  const update = trpc.activities.update.useMutation({ onError: (error) => notifyProblem(sentenceOf(error)) });
  const removal = trpc.activities.remove.useMutation();
  const close = () => {
    removal.reset();
    setAsked(null);
  };
  return (
    <Panel
      title="Activities"
      actions={
        mayWrite ? (
          <Button size="small" onPress={() => setAsked({ activity: null, to: 'edit' })}>
            New activity
          </Button>
        ) : null
      }
    >
      <QueryView query={query}>
        {(activities) =>
          activities.length === 0 ? (
            <p className="text-ink-mute">No activities yet</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {activities.map((activity) => (
                <li
                  key={activity.id}
                  className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0"
                >
                  <span className="w-28 shrink-0 text-ink-mute">
                    <DateText value={activity.happensOn} />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-center gap-2">
                      <b className="font-medium">{activity.summary}</b>
                      <span className="text-ink-mute text-small">{statusWords(activity.activityKind)}</span>
                      {activity.isDone ? null : (
                        <Pill tone={activity.happensOn < books.today ? 'danger' : 'caution'}>
                          {activity.happensOn < books.today ? 'Overdue' : 'To do'}
                        </Pill>
                      )}
                    </span>
                    {activity.details ? (
                      <span className="block text-ink-soft">{activity.details}</span>
                    ) : null}
                  </span>
                  {mayWrite ? (
                    <span className="inline-flex gap-2">
                      {activity.isDone ? null : (
                        <Button
                          size="small"
                          aria-label={`Done: ${activity.summary}`}
                          isPending={update.isPending}
                          onPress={() =>
                            update.mutate({
                              id: activity.id,
                              data: { isDone: true },
                              $call: { expectedVersion: activity.version },
                            })
                          }
                        >
                          Done
                        </Button>
                      )}
                      <Button
                        size="small"
                        aria-label={`Edit ${activity.summary}`}
                        onPress={() => setAsked({ activity, to: 'edit' })}
                      >
                        Edit
                      </Button>
                      <Button
                        size="small"
                        aria-label={`Delete ${activity.summary}`}
                        onPress={() => setAsked({ activity, to: 'delete' })}
                      >
                        Delete
                      </Button>
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {asked?.to === 'edit' ? (
        <ActivityDialog
          about={about}
          {...(asked.activity ? { activity: asked.activity } : {})}
          onClose={close}
        />
      ) : null}
      {asked?.to === 'delete' && asked.activity ? (
        <RemoveDialog
          record={asked.activity}
          name={asked.activity.summary}
          words="The audit trail keeps the deletion."
          removal={removal}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}
