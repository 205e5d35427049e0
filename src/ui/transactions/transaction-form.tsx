'use client';

import { useEffect, useMemo, useReducer, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { TransactionKind } from '@/core/transactions/kinds';
import { blankLine, gridReducer } from '@/ui/kit/grid/grid-state';
import { LineGrid } from '@/ui/kit/grid/line-grid';
import { Notice } from '@/ui/kit/notice';
import { TextField } from '@/ui/kit/text-field';
import { useChord } from '@/ui/kit/use-keys';
import { useKeptWork } from '@/ui/records/use-kept-work';
import { useLeaveGuard } from '@/ui/records/use-leave-guard';
import { keptName } from '@/ui/shell/kept-work';
import { useBooks } from '@/ui/shell/session';
import type { Document, DocumentChoices } from './document';
import { FormActions } from './form-actions';
import { type HeaderValues, headerOf, writtenHeader } from './form-header';
import { FormHeaderFields } from './form-header-fields';
import { formLines } from './form-lines';
import { type KeptDocument, KeptNotice, readDocument } from './kept-document';
import { SameReference } from './same-reference';
import { useRecent } from './use-recent';
import { useSaveDocument } from './use-save-document';

/** A document being entered: the header, the grid, and the totals and buttons below. */
export function TransactionForm({
  kind,
  choices,
  draft,
}: {
  readonly kind: TransactionKind;
  readonly choices: DocumentChoices;
  readonly draft: Document | null;
}) {
  const books = useBooks();
  const form = useForm<HeaderValues>({
    defaultValues: headerOf(kind, draft, choices, books.today, books.organization.baseCurrency),
  });
  const header = { ...form.getValues(), ...useWatch({ control: form.control }) } as HeaderValues;
  const [recent, remember] = useRecent(`daybook-accounts-${books.organization.id}`);
  const baseCurrency =
    choices.subsidiaries.find(({ id }) => id === header.subsidiaryId)?.baseCurrency ?? header.currencyCode;
  const lines = useMemo(
    () => formLines(kind, choices, header.currencyCode, recent),
    [kind, choices, header.currencyCode, recent],
  );
  const reduce = useMemo(() => gridReducer(lines.rules), [lines.rules]);
  const [grid, dispatch] = useReducer(reduce, null, () => ({
    lines: draft ? lines.from(draft) : startingLines(lines.startWith),
    past: [],
    typing: null,
  }));
  const save = useSaveDocument(draft);
  const [confirmedRate, setConfirmedRate] = useState('');

  const { entityType } = header;
  const needsEntity =
    entityType !== '' && header.entityId === '' ? `Choose the ${entityType.toLowerCase()}.` : null;
  const obstacle = header.transactionDate === '' ? 'Enter a date.' : lines.obstacle(grid.lines, needsEntity);
  const draftObstacle = lines.draftObstacle(grid.lines);

  function act(how: 'draft' | 'submit' | 'post') {
    if ((how === 'draft' ? draftObstacle : obstacle) !== null) return;
    const written = lines.written(grid.lines);
    remember(written.flatMap((line) => line.accountId ?? []));
    save.run(how, {
      transaction: writtenHeader(header, draft === null),
      lines: written,
      confirmedRate: confirmedRate.trim() || null,
    });
  }
  const maySubmit = books.may('gl.transaction.submit');
  const mayPost = books.may('gl.transaction.approve') && books.may('gl.transaction.post');
  useChord('mod+s', () => act('draft'));
  useChord('mod+enter', () => act(mayPost ? 'post' : 'submit'), mayPost || maySubmit);
  const [isTaken, setTaken] = useState(false);
  const isDirty = (grid.past.length > 0 || form.formState.isDirty || isTaken) && !save.isDone;
  useLeaveGuard(isDirty);
  const kept = useKeptWork<KeptDocument>(
    keptName(books.organization.id, books.user.email, draft?.id ?? kind),
    { header, lines: grid.lines },
    isDirty,
    readDocument,
  );
  const { forget } = kept;
  useEffect(() => {
    if (save.isDone) forget();
  }, [save.isDone, forget]);
  function take({ header: theirs, lines: theirLines }: KeptDocument) {
    const known = Object.entries(theirs).filter(([name]) => name in form.getValues());
    form.reset({ ...form.getValues(), ...Object.fromEntries(known) }, { keepDefaultValues: true });
    dispatch({ do: 'load', lines: theirLines });
    setTaken(true);
    kept.answered();
  }

  return (
    <FormProvider {...form}>
      <div className="flex flex-col gap-4 pb-16">
        {kept.found === null ? null : (
          <KeptNotice kept={kept.found} onTake={() => kept.found && take(kept.found.value)} onDrop={forget} />
        )}
        {save.problem ? (
          <Notice tone="danger" role="alert">
            {save.problem}
          </Notice>
        ) : null}
        {save.asksRate || confirmedRate !== '' ? (
          <TextField
            label="Why the exchange rate is right"
            value={confirmedRate}
            onChange={(event) => setConfirmedRate(event.target.value)}
          />
        ) : null}
        <FormHeaderFields
          kind={kind}
          choices={choices}
          isNew={draft === null}
          problems={save.fieldProblems}
        />
        <SameReference kind={kind} draftId={draft?.id ?? null} />
        <LineGrid
          label="Lines"
          columns={lines.columns}
          lines={grid.lines}
          dispatch={dispatch}
          {...(lines.balance
            ? { onBalance: (key, column) => lines.balance?.(grid.lines, key, column) ?? null }
            : {})}
        />
        <FormActions
          summary={lines.summary(grid.lines, { ...header, baseCurrency })}
          obstacle={obstacle}
          draftObstacle={draftObstacle}
          pending={save.pending}
          maySubmit={maySubmit}
          mayPost={mayPost}
          onAct={act}
        />
      </div>
    </FormProvider>
  );
}

/** Keys that are the same on server and browser, because both render the first lines. */
function startingLines(count: number) {
  return Array.from({ length: count }, (_, index) => blankLine(`start-${index}`));
}
