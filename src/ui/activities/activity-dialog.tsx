'use client';

import { ACTIVITY_KINDS } from '@/core/sales/activity-kinds';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useBooks } from '@/ui/shell/session';

export type Activity = RouterOutputs['activities']['list'][number];
type Asked = RouterInputs['activities']['create'];
/** The record the activities belong to. */
export type About = { readonly prospectId: string } | { readonly leadId: string };

/** Records an activity of a prospect or a lead, done or planned. */
export function ActivityDialog({
  about,
  activity,
  onClose,
}: {
  readonly about: About;
  readonly activity?: Activity;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const { save, ...saving } = useSaving<Asked, Activity>({
    record: activity,
    create: trpc.activities.create.useMutation(),
    update: trpc.activities.update.useMutation(),
    added: ({ summary }) => `Noted: ${summary}`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={activity ? 'Edit the activity' : 'New activity'}
      saveLabel={activity ? 'Save' : 'Add'}
      fields={[
        {
          name: 'activityKind',
          label: 'Kind',
          kind: 'select',
          choices: ACTIVITY_KINDS.map((value) => ({ value, label: statusWords(value) })),
        },
        { name: 'happensOn', label: 'Day', kind: 'date', required: true },
        { name: 'summary', label: 'Summary', kind: 'text', required: true, wide: true },
        {
          name: 'state',
          label: 'State',
          kind: 'select',
          choices: [
            { value: 'done', label: 'Done' },
            { value: 'open', label: 'Still to do' },
          ],
        },
        { name: 'details', label: 'Details', kind: 'long' },
      ]}
      initial={{
        activityKind: activity?.activityKind ?? 'CALL',
        happensOn: activity?.happensOn ?? books.today,
        summary: activity?.summary,
        state: activity?.isDone === false ? 'open' : 'done',
        details: activity?.details,
      }}
      onSave={(values) =>
        save({
          ...about,
          activityKind: ACTIVITY_KINDS.find((kind) => kind === values.activityKind) ?? 'NOTE',
          happensOn: values.happensOn ?? books.today,
          summary: (values.summary ?? '').trim(),
          details: orNull(values.details),
          isDone: values.state !== 'open',
        })
      }
      onClose={onClose}
    />
  );
}
