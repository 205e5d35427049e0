'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Pill } from '@/ui/kit/figures/pill';
import { DateField } from '@/ui/kit/input/date-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { FileList } from './file-list';
import { OpeningActions } from './opening-actions';
import { OpeningProgress } from './opening-progress';
import { ProofPanels } from './proof-panels';

const EVERY_MOMENT = 2_000;

/** The books of an earlier system taken over: its files, the opening entry, and the proof. */
export function CutOverScreen() {
  const query = trpc.cutOver.list.useQuery({});
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {([first]) => (first === undefined ? <BeginView /> : <DeskView id={first.id} />)}
    </QueryView>
  );
}

function BeginView() {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [date, setDate] = useState('');
  const create = trpc.cutOver.create.useMutation({ onSuccess: () => utils.cutOver.invalidate() });
  return (
    <Page wide={false}>
      <PageHeader
        title="Cut-over"
        description="Take over the books of an earlier system on one day: its trial balance, open invoices and bills, items, prices and revenue contracts."
      />
      <Panel title="The last day in the earlier system">
        <div className="flex flex-col gap-4">
          <p className="max-w-3xl text-ink-soft">
            Everything is posted on this day, usually the last of a month. Choose a day in an open period; you
            upload the files afterward, and nothing is final until the books are opened.
          </p>
          <DateField label="Day" className="w-56" value={date} onValue={setDate} required />
          {create.error === null ? null : (
            <Notice tone="danger" role="alert">
              {sentenceOf(create.error)}
            </Notice>
          )}
          <div>
            <Button
              tone="primary"
              isDisabled={date === '' || !books.may('gl.setup.write')}
              isPending={create.isPending}
              onPress={() => create.mutate({ cutOverDate: date })}
            >
              Begin
            </Button>
          </div>
        </div>
      </Panel>
    </Page>
  );
}

function DeskView({ id }: { readonly id: string }) {
  const query = trpc.cutOver.proof.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.imports.some(
          ({ importStatus }) => importStatus === 'CHECKING' || importStatus === 'RUNNING',
        )
          ? EVERY_MOMENT
          : 10_000,
    },
  );
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(proof) => (
        <Page>
          <PageHeader
            title={`Cut-over on ${formatDate(proof.cutOver.cutOverDate)}`}
            status={
              proof.isProved ? (
                <Pill tone="positive">Proved</Pill>
              ) : (
                <Pill tone="caution">Not proved yet</Pill>
              )
            }
            description="Upload the files from top to bottom: each is checked at once and imported when you say so. Then open the books: one entry brings every account to the trial balance, and the proof shows what is left."
            actions={<OpeningActions proof={proof} />}
          />
          {proof.cutOver.openingTransactionId === null ? (
            <OpeningProgress cutOverId={proof.cutOver.id} />
          ) : null}
          {proof.missing.length === 0 ? (
            <Notice tone="accent">
              The imported trial balance, the open items and the contracts agree with Daybook, and every
              difference is assigned.
            </Notice>
          ) : (
            <Notice tone="caution">
              <ul className="flex flex-col gap-1">
                {proof.missing.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Notice>
          )}
          <FileList proof={proof} />
          <ProofPanels proof={proof} />
        </Page>
      )}
    </QueryView>
  );
}
