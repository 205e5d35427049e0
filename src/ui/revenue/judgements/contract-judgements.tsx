'use client';

import { keepPreviousData } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { TOPIC_WORDS } from '@/core/revenue/judgements/judgement-labels';
import { JUDGEMENT_SHEET, judgementLine } from '@/core/revenue/judgements/judgement-sheet';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { DataTable } from '@/ui/kit/tables/data-table';
import { ExportMenu } from '@/ui/records/export-menu';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';
import { JUDGEMENT_COLUMNS, judgementId } from './judgement-columns';

const AnswerDialog = dynamic(() => import('../facts/answer-dialog').then((part) => part.AnswerDialog), {
  ssr: false,
});

/** Every judgment about one contract, by topic: what an auditor reads, with what is still open. */
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
  const query = trpc.revenue.judgements.get.useQuery(
    { id: contract.id, ...(knownAsOf === undefined ? {} : { knownAsOf }) },
    { placeholderData: keepPreviousData },
  );
  const facts = useSheetFacts();
  const rows = query.data?.rows ?? [];
  const sheet = async () => ({
    name: `judgments-${contract.contractNumber}`,
    title: `Judgments about ${contract.contractNumber}`,
    facts: await facts({ subsidiaryId: contract.subsidiaryId, currency: contract.currencyCode }),
    columns: JUDGEMENT_SHEET,
    lines: rows.map(judgementLine),
  });
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
          <ExportMenu make={rows.length === 0 ? null : sheet} />
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
            {shown.rows.length === 0 ? (
              <p className="text-ink-mute">Nothing is judged yet. The draft has no terms.</p>
            ) : null}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
