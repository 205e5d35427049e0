'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { Notice } from '@/ui/kit/notice';
import { useSubsidiaries } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { periodText } from '../period-text';
import { periodChoices } from './run-periods';
import { RunProposal } from './run-proposal';

/** Chooses period and subsidiary, previews the revenue, and creates the run. */
export function NewRun({
  last,
  onClose,
}: {
  /** The run to open next. */
  readonly last: { readonly period: string; readonly subsidiaryId: string } | null;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const router = useRouter();
  const subsidiaries = useSubsidiaries();
  const [chosen, setPeriod] = useState<string | null>(null);
  const [subsidiaryId, setSubsidiaryId] = useState(last?.subsidiaryId ?? '');
  const whose = subsidiaryId || subsidiaries.rows.find(({ parentId }) => parentId === null)?.id;
  const periods = trpc.periods.list.useQuery({ subsidiaryId: whose ?? '' }, { enabled: whose !== undefined });
  const lastOf = last !== null && (last.subsidiaryId === whose || whose === undefined) ? last.period : null;
  const choices = periodChoices(periods.data ?? [], { today: books.today, last: lastOf });
  const period = chosen ?? choices.proposed;
  const preview = trpc.revenue.runs.create.useMutation();
  const create = trpc.revenue.runs.create.useMutation({
    onSuccess: (run) => router.push(books.path(`revenue/runs/${run.id}`)),
  });
  const [confirmed, setConfirmed] = useState('');
  const isAhead = choices.beginsOn(period) > books.today;
  const question = { period, ...(subsidiaryId === '' ? {} : { subsidiaryId }) };
  const confirm = confirmed === period ? ['AHEAD_OF_MONTH' as const] : [];
  const ask = (change: () => void) => {
    change();
    preview.reset();
    create.reset();
  };
  const problem = create.error ?? preview.error;
  return (
    <Dialog title="New recognition run" isOpen onClose={onClose} className="max-w-3xl">
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          A run recognizes everything due by the end of the period, including anything missed earlier. Nothing
          is posted until you confirm.
        </p>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <SelectField
            label={choices.isMonths ? 'Month' : 'Fiscal period'}
            value={period}
            choices={choices.choices}
            onChange={(event) => ask(() => setPeriod(event.target.value))}
          />
          <SelectField
            label="Subsidiary"
            value={subsidiaryId}
            empty="The parent company"
            choices={subsidiaries.choices}
            onChange={(event) =>
              ask(() => {
                setSubsidiaryId(event.target.value);
                setPeriod(null);
              })
            }
          />
        </div>
        {isAhead ? (
          <Checkbox
            label={`${periodText(period)} has not begun. Run it anyway.`}
            checked={confirmed === period}
            onChange={({ target }) => ask(() => setConfirmed(target.checked ? period : ''))}
          />
        ) : null}
        {problem ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(problem)}
          </Notice>
        ) : null}
        {preview.data ? <RunProposal run={preview.data} /> : null}
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button isPending={preview.isPending} onPress={() => preview.mutate({ ...question, preview: true })}>
          Preview
        </Button>
        <Button
          tone="primary"
          isDisabled={isAhead && confirmed !== period}
          isPending={create.isPending}
          onPress={() => create.mutate({ ...question, confirm })}
        >
          Create run
        </Button>
      </DialogActions>
    </Dialog>
  );
}
