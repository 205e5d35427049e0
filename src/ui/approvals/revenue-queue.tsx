'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { changesInWords } from '@/ui/audit/changes-in-words';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { periodText } from '@/ui/revenue/period-text';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { REVENUE_QUEUE } from './queue-question';
import { requestWords } from './request-words';
import { subjectWords } from './second-person';

type Queue = RouterOutputs['revenue']['approvals']['list'];
type Request = Queue['rows'][number];

/** Changes of contracts, reclassifications and recognition runs that wait for a second person. Renders nothing while there are none. */
export function RevenueQueue() {
  const query = trpc.revenue.approvals.list.useQuery(REVENUE_QUEUE);
  const books = useBooks();
  if (query.data === undefined) return null;
  const { rows, runs } = query.data;
  return (
    <>
      {rows.length === 0 ? null : (
        <Panel title="Contract changes and reclassifications">
          <ul aria-label="Contract changes that are waiting" className="flex flex-col divide-y divide-line">
            {rows.map((row) => (
              <Waiting key={row.id} row={row} />
            ))}
          </ul>
        </Panel>
      )}
      {runs.length === 0 ? null : (
        <Panel title="Recognition runs">
          <ul aria-label="Recognition runs that are waiting" className="flex flex-col divide-y divide-line">
            {runs.map((run) => (
              <li key={run.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
                <span>
                  <TextLink href={books.path(`revenue/runs/${run.id}`)}>{run.runNumber}</TextLink>{' '}
                  {run.kind === 'REVERSAL' ? 'Reversal of a run' : `Run of ${periodText(run.period)}`}
                </span>
                <span className="text-ink-mute text-small">
                  Proposed by {run.createdByName ?? 'Daybook'} · <InstantText value={run.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Waiting({ row }: { readonly row: Request }) {
  const books = useBooks();
  const [comment, setComment] = useState('');
  const utils = trpc.useUtils();
  const after = {
    onError: (error: unknown) => notifyProblem(sentenceOf(error)),
    onSettled: () => utils.revenue.approvals.list.invalidate(),
  };
  const approve = trpc.revenue.approvals.approve.useMutation({
    ...after,
    onSuccess: () => notifyDone(`${subjectWords(row)} is approved.`),
  });
  const reject = trpc.revenue.approvals.reject.useMutation({
    ...after,
    onSuccess: () => notifyDone(`${subjectWords(row)} was sent back.`),
  });
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span>
          {row.contractId === null ? (
            row.subsidiaryName
          ) : (
            <>
              <TextLink href={books.path(`revenue/${row.contractId}`)}>{row.contractNumber}</TextLink>{' '}
              {row.contractName}
            </>
          )}
        </span>
        <Money value={row.baseAmount} currency={row.baseCurrencyCode} showCurrency />
      </div>
      <p>{requestWords(row)}</p>
      <p className="text-ink-mute text-small">
        Prepared by {row.requestedByName ?? 'Daybook'} · <InstantText value={row.requestedAt} />
        {row.reason === null ? null : ` · ${row.reason}`}
      </p>
      <details>
        <summary className="cursor-pointer text-small">What was entered</summary>
        <Entered input={row.input} />
      </details>
      {books.may('gl.transaction.approve') ? (
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label="Comment"
            className="min-w-56 flex-1"
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          <div className="flex gap-2">
            <Button
              isPending={reject.isPending}
              isDisabled={!isWords(comment)}
              onPress={() => reject.mutate({ id: row.id, comment: comment.trim() })}
            >
              Send back
            </Button>
            <Button
              tone="primary"
              isPending={approve.isPending}
              onPress={() => approve.mutate({ id: row.id, comment: comment.trim() || null })}
            >
              Approve
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  );
}

/** What the request says, field by field. */
function Entered({ input }: { readonly input: Request['input'] }) {
  const names = useNamesIn([input]);
  const facts = changesInWords(null, input, names).map(({ field, after }) => ({
    label: field,
    value: after,
  }));
  return <Facts className="mt-2 rounded border border-line bg-sunken p-3" facts={facts} />;
}
