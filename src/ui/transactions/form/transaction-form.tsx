'use client';

import dynamic from 'next/dynamic';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { TransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { blankLine, type GridLine, gridReducer } from '@/ui/kit/grid/grid-state';
import { LineGrid } from '@/ui/kit/grid/line-grid';
import type { ComboChoice } from '@/ui/kit/input/combo-choice';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { useChord } from '@/ui/kit/use-keys';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { KeptNotice } from '@/ui/records/form/kept-notice';
import { useKeptWork } from '@/ui/records/form/use-kept-work';
import { useLeaveGuard } from '@/ui/records/form/use-leave-guard';
import { billedChoices } from '@/ui/revenue/contracts/billed-text';
import { keptName } from '@/ui/shell/kept-work';
import { useBooks } from '@/ui/shell/session';
import type { Document, DocumentChoices, DocumentNames, FormChoices } from '../document';
import { useRecent } from '../use-recent';
import type { Version } from './document-conflict';
import { type LineDefaults, withOtherTax } from './document-grid';
import { FormActions } from './form-actions';
import { type HeaderValues, headerOf, writtenHeader } from './form-header';
import { FormHeaderFields } from './form-header-fields';
import { cellChoices, formLines } from './form-lines';
import { type KeptDocument, linesKept, readDocument } from './kept-document';
import { type Entered, headerForKind, linesForKind } from './other-kind';
import { SameReference } from './same-reference';
import { useLineChoices, useLookUps, withNamed } from './use-line-choices';
import { type SaveHow, useSaveDocument } from './use-save-document';

// Needed only when someone else saved first.
const DocumentConflict = dynamic(() => import('./document-conflict').then((part) => part.DocumentConflict), {
  ssr: false,
});

/** A document being entered: the header, the grid, and the totals and buttons below. */
export function TransactionForm({
  kind,
  choices: all,
  draft,
  names = null,
  entered = null,
  onKind = () => undefined,
}: {
  readonly kind: TransactionKind;
  readonly choices: DocumentChoices;
  readonly draft: Document | null;
  /** What the draft names, inactive records too. */
  readonly names?: DocumentNames | null;
  /** What was entered before the kind was changed to this one. */
  readonly entered?: Entered | null;
  readonly onKind?: (kind: TransactionKind, entered: Entered | null) => void;
}) {
  const books = useBooks();
  const start = () =>
    headerOf(kind, draft, withNamed(all, names), books.today, books.organization.baseCurrency);
  const form = useForm<HeaderValues>({
    defaultValues: entered === null ? start() : headerForKind(entered, start(), kind),
  });
  const header = { ...form.getValues(), ...useWatch({ control: form.control }) } as HeaderValues;
  const [recent, remember] = useRecent(`daybook-accounts-${books.organization.id}`);
  const [cells, setCells] = useState<readonly GridLine[]>(NO_LINES);
  const offered = useLineChoices(kind, header, cells, all, { draft, names });
  const { choices, items, more } = offered;
  const defaults = useLineDefaults(header);
  const billed = useBilledChoices(kind, header);
  const lines = useMemo(
    () => formLines(kind, choices, header.currencyCode, recent, items, defaults, billed, more),
    [kind, choices, header.currencyCode, recent, items, defaults, billed, more],
  );
  const baseCurrency =
    choices.subsidiaries.find(({ id }) => id === header.subsidiaryId)?.baseCurrency ?? header.currencyCode;
  const reduce = useMemo(() => gridReducer(lines.rules), [lines.rules]);
  const [grid, dispatch] = useReducer(reduce, null, () => ({
    lines: draft ? lines.from(draft) : startingLines(lines.startWith, entered && linesForKind(entered, kind)),
    past: [],
    typing: null,
  }));
  useEffect(() => setCells(grid.lines), [grid.lines]);
  const awaited = useLookUps(offered, grid.lines, dispatch);
  useAgreedTax(kind, choices, grid.lines, defaults, (changed) => dispatch({ do: 'rewrite', lines: changed }));
  const save = useSaveDocument(draft);
  const [confirmedRate, setConfirmedRate] = useState('');

  const { entityType } = header;
  const needsEntity =
    entityType !== '' && header.entityId === '' ? `Choose the ${entityType.toLowerCase()}.` : null;
  const obstacle =
    header.transactionDate === '' ? 'Enter a date.' : (awaited ?? lines.obstacle(grid.lines, needsEntity));
  const draftObstacle = awaited ?? lines.draftObstacle(grid.lines);

  const asked = useRef<SaveHow>('draft');
  function saveVersion(what: Version, version?: number) {
    const written = lines.written(what.lines, what.header);
    remember(written.flatMap((line) => line.accountId ?? []));
    const transaction = writtenHeader(what.header, draft === null);
    save.run(
      asked.current,
      { transaction, lines: written, confirmedRate: confirmedRate.trim() || null },
      version,
    );
  }
  function act(how: SaveHow) {
    if ((how === 'draft' ? draftObstacle : obstacle) !== null) return;
    asked.current = how;
    saveVersion({ header, lines: grid.lines });
  }
  const utils = trpc.useUtils();
  const [theirs, setTheirs] = useState<Document | null>(null);
  useEffect(() => {
    if (!save.isStale || draft === null) return;
    const { get } = utils.transactions;
    const { id } = draft;
    // Marked as outdated first: what the server sent with the page looks new for as long as this computer's clock is behind the server's.
    void get
      .invalidate({ id }, { refetchType: 'none' })
      .then(() => get.fetch({ id }, { staleTime: 0 }))
      .then(setTheirs);
  }, [save.isStale, draft, utils]);
  const maySubmit = books.may('gl.transaction.submit');
  const mayPost = books.may('gl.transaction.approve') && books.may('gl.transaction.post');
  useChord('mod+s', () => act('draft'));
  useChord('mod+enter', () => act(mayPost ? 'post' : 'submit'), mayPost || maySubmit);
  const [isTaken, setTaken] = useState(entered !== null);
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
          <KeptNotice
            at={kept.found.at}
            {...moreOf(linesKept(kept.found.value))}
            onTake={() => kept.found && take(kept.found.value)}
            onDrop={forget}
          />
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
          onKind={(next) => {
            const filled = isDirty ? { kind, header, lines: grid.lines } : null;
            forget();
            onKind(next, filled);
          }}
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
        {theirs !== null && theirs.status === 'DRAFT' && draft !== null ? (
          <DocumentConflict
            number={draft.transactionNumber}
            base={{ header: start(), lines: lines.from(draft) }}
            mine={{ header, lines: grid.lines }}
            theirs={{
              header: headerOf(kind, theirs, choices, books.today, books.organization.baseCurrency),
              lines: lines.from(theirs),
            }}
            onClose={() => setTheirs(null)}
            onChosen={(chosen) => {
              form.reset(chosen.header, { keepDefaultValues: true });
              dispatch({ do: 'rewrite', lines: chosen.lines });
              setTheirs(null);
              saveVersion(chosen, theirs.version);
            }}
          />
        ) : null}
      </div>
    </FormProvider>
  );
}

/** Keys that are the same on server and browser, because both render the first lines. */
function startingLines(count: number, filled: readonly GridLine[] | null) {
  const blank = Array.from({ length: count }, (_, index) => blankLine(`start-${index}`));
  return filled === null
    ? blank
    : [...filled.map((line, at) => ({ ...line, key: `kept-${at}` })), ...blank.slice(filled.length)];
}

const moreOf = (more: string | undefined) => (more === undefined ? {} : { more });

const NO_LINES: readonly GridLine[] = [];

const NOTHING_BILLED: readonly ComboChoice[] = [];

/** What the lines of an invoice can bill of its revenue contract. */
function useBilledChoices(
  kind: TransactionKind,
  { revenueContractId }: HeaderValues,
): readonly ComboChoice[] {
  const books = useBooks();
  const { data } = trpc.revenue.contracts.get.useQuery(
    { id: revenueContractId },
    {
      enabled: kind === 'INVOICE' && revenueContractId !== '' && books.may('revenue.read'),
      staleTime: 60_000,
    },
  );
  return useMemo(
    () => (data === undefined || revenueContractId === '' ? NOTHING_BILLED : billedChoices(data.obligations)),
    [data, revenueContractId],
  );
}

/** What was agreed with the counterparty for every line. */
function useLineDefaults({ entityType, entityId }: HeaderValues): LineDefaults {
  const entities = useCounterparties(
    entityType === '' ? 'CUSTOMER' : entityType,
    entityId,
    entityType !== '',
  );
  const taxCodeId = entities.byId.get(entityId)?.taxCodeId ?? null;
  return useMemo(() => ({ taxCodeId }), [taxCodeId]);
}

/** Another counterparty changes the tax of the lines that were entered for the former one. */
function useAgreedTax(
  kind: TransactionKind,
  choices: FormChoices,
  lines: readonly GridLine[],
  defaults: LineDefaults,
  rewrite: (lines: readonly GridLine[]) => void,
) {
  const former = useRef(defaults);
  useEffect(() => {
    const before = former.current;
    former.current = defaults;
    if (before === defaults || kind === 'JOURNAL') return;
    const changed = withOtherTax(lines, cellChoices(kind, choices, []), before, defaults);
    if (changed !== lines) rewrite(changed);
  });
}
