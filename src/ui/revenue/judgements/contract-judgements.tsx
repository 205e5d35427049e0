'use client';

import { keepPreviousData } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { TOPIC_WORDS } from '@/core/revenue/judgements/judgement-labels';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { DataTable } from '@/ui/kit/tables/data-table';
import { DownloadMenu } from '@/ui/records/export-menu';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { JUDGEMENT_COLUMNS, judgementId } from './judgement-columns';

const AnswerDialog = dynamic(() => import('../facts/answer-dialog').then((part) => part.AnswerDialog), {
  ssr: false,
});

/** The judgments on a page. */
const LIMIT = 100;

/** Every judgment about one contract, by topic: what an auditor reads, with what is still open. Costs that do not fit follow on further pages. */
export function ContractJudgements({
  view,
  isPast,
  knownAsOf,
}: {
  readonly view: Contract;
  readonly isPast: boolean;
  readonly knownAsOf: string | undefined;
}) {
  const { contract } = view;
  const books = useBooks();
  const [isAnswering, setAnswering] = useState(false);
  const isInForce = contract.contractStatus !== 'DRAFT' && contract.contractStatus !== 'COMBINED';
  const mayAnswer = isInForce && !isPast && books.may('revenue.write');
  const known = knownAsOf === undefined ? {} : { knownAsOf };
  // A place is one among what was known at that moment.
  const [place, setPlace] = useState<{ readonly after: string; readonly knownAsOf: string | undefined }>();
  const after = place?.knownAsOf === knownAsOf ? place?.after : undefined;
  const query = trpc.revenue.judgements.get.useQuery(
    { id: contract.id, limit: LIMIT, ...known, ...(after === undefined ? {} : { after }) },
    { placeholderData: keepPreviousData },
  );
  const file = { contractId: contract.id, subsidiaryId: contract.subsidiaryId, ...known };
  return (
    <Panel
      title="Judgments"
      actions={
        <>
          {mayAnswer ? (
            <Button size="small" onPress={() => setAnswering(true)}>
              Answer a question…
            </Button>
          ) : null}
          <DownloadMenu sheet="judgments" input={(query.data?.rows.length ?? 0) === 0 ? null : file} />
        </>
      }
    >
      {isAnswering ? (
        <AnswerDialog
          view={view}
          about={view.obligations[0]?.key ?? ''}
          onClose={() => setAnswering(false)}
        />
      ) : null}
      <QueryView query={query}>
        {(shown) => (
          <div className="flex flex-col gap-5">
            {shown.open === 0 ? null : (
              <Notice tone="caution">
                {shown.open === 1
                  ? 'One question has no answer or no evidence.'
                  : `${shown.open} questions have no answer or no evidence.`}
              </Notice>
            )}
            {TOPICS.map((topic) => ({ topic, of: shown.rows.filter((row) => row.topic === topic) }))
              .filter(({ of }) => of.length > 0)
              .map(({ topic, of }) => (
                <section key={topic} aria-label={TOPIC_WORDS[topic]} className="flex flex-col gap-2">
                  <h3 className="font-medium">{TOPIC_WORDS[topic]}</h3>
                  <DataTable
                    label={`Judgments: ${TOPIC_WORDS[topic]}`}
                    columns={JUDGEMENT_COLUMNS}
                    rows={of}
                    rowId={judgementId}
                    isStale={query.isPlaceholderData}
                  />
                </section>
              ))}
            {shown.rows.length === 0 && after === undefined ? (
              <p className="text-ink-mute">Nothing is judged yet. The draft has no terms.</p>
            ) : null}
            {after === undefined && shown.nextCursor === null ? null : (
              <div className="flex justify-center gap-2" data-print="hide">
                {after === undefined ? null : (
                  <Button onPress={() => setPlace(undefined)}>First judgments</Button>
                )}
                {shown.nextCursor === null ? null : (
                  <Button onPress={() => setPlace({ after: shown.nextCursor ?? '', knownAsOf })}>
                    More judgments of costs
                  </Button>
                )}
              </div>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
