'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Pill, type PillTone } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Mail = RouterOutputs['mail']['outbox']['mails'][number];

const STATES: Readonly<Record<Mail['deliveryState'], readonly [PillTone, string]>> = {
  PENDING: ['accent', 'Waiting'],
  SENT: ['positive', 'Sent'],
  FILED: ['neutral', 'In a file'],
  FAILED: ['danger', 'Failed'],
  OBSOLETE: ['faint', 'Obsolete'],
};

/** What the state means, and what to do about it. */
function wordsOf({ deliveryState, attempts, lastError, fileName }: Mail): string {
  switch (deliveryState) {
    case 'PENDING':
      return attempts === 0 ? 'Waiting to be sent' : `Attempt ${attempts} failed: ${lastError ?? ''}`;
    case 'SENT':
      return 'Accepted by the mail server';
    case 'FILED':
      return fileName === null
        ? 'Was written to a file that has been removed'
        : `In the file mail/${fileName}`;
    case 'FAILED':
      return `Given up after ${attempts} attempts: ${lastError ?? ''}`;
    case 'OBSOLETE':
      return 'Its link was used or replaced before it was sent';
  }
}

/** Mails without their text, which is removed once they are sent. */
export function Outbox() {
  const books = useBooks();
  const query = trpc.mail.outbox.useQuery({}, { refetchInterval: 10_000 });
  const retry = trpc.mail.retry.useMutation({
    onSuccess: () => notifyDone('It is being sent again.'),
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const columns: Column<Mail>[] = [
    { id: 'to', header: 'To', cell: (row) => <span className="font-medium">{row.recipient}</span> },
    { id: 'subject', header: 'Subject', className: 'max-md:hidden', cell: (row) => row.subject },
    {
      id: 'when',
      header: 'Written',
      narrowLabel: true,
      className: 'max-lg:hidden',
      cell: (row) => <InstantText value={row.createdAt} />,
    },
    { id: 'state', header: 'State', cell: (row) => <State of={row.deliveryState} /> },
    { id: 'words', header: 'What happened', className: 'text-ink-mute text-small', cell: wordsOf },
    actsColumn((row) =>
      row.deliveryState === 'PENDING' && row.attempts > 0 && books.may('org.member.write')
        ? [
            {
              words: 'Try now',
              label: `Send the message to ${row.recipient} now`,
              onPress: () => retry.mutate({ id: row.id }),
            },
          ]
        : [],
    ),
  ];
  return (
    <QueryView query={query}>
      {({ isSent, mails }) => (
        <>
          {isSent ? null : (
            <Notice>
              No mail server is set (DAYBOOK_SMTP_URL), so mails are written to files in the folder mail of
              the data directory on the server. Each is removed when its link was used or has expired.
            </Notice>
          )}
          <DataTable
            label="Mail"
            columns={columns}
            rows={mails}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No messages yet">
                Invitations and links to choose a password appear here.
              </EmptyState>
            }
          />
        </>
      )}
    </QueryView>
  );
}

function State({ of }: { readonly of: Mail['deliveryState'] }) {
  const [tone, words] = STATES[of];
  return <Pill tone={tone}>{words}</Pill>;
}
