'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/kit/button';
import { textOfFile } from '@/ui/kit/files/delimited';
import { downloadCsv } from '@/ui/kit/files/download-csv';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { FileButton } from '@/ui/kit/input/file-button';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { ButtonLink } from '@/ui/kit/text-link';
import { useLeaveGuard } from '@/ui/records/form/use-leave-guard';
import { useBooks } from '@/ui/shell/session';
import { type EventTable, FIELDS, readEventTable } from './event-table';
import { ImportLines } from './import-lines';
import { TEMPLATE } from './template';
import { type Line, linesOf, useImport } from './use-import';

/** The maximum number of lines per file. */
const MOST_LINES = 5_000;

/** Deliveries, milestones or a month's usage from a file or pasted text: read, checked line by line, then recorded. */
export function ImportEventsScreen() {
  const books = useBooks();
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [table, setTable] = useState<EventTable | null>(null);
  if (!books.may('revenue.write')) {
    return (
      <FullPageMessage
        title="Not available to your role"
        action={<ButtonLink href={books.path('revenue')}>Go to the contracts</ButtonLink>}
      >
        Only revenue accountants can record contract events.
      </FullPageMessage>
    );
  }

  async function read(text: string, from: string) {
    const found = await readEventTable(text);
    const refusal =
      'problem' in found
        ? found.problem
        : found.rows.length > MOST_LINES
          ? `It has ${found.rows.length} lines; ${MOST_LINES} is the maximum per import.`
          : null;
    setProblem(refusal);
    setName(from);
    setTable(refusal === null && 'rows' in found ? found : null);
  }

  async function readFile(file: File) {
    const opened = await textOfFile(file);
    if ('text' in opened) return read(opened.text, file.name);
    setProblem(opened.problem);
    setName(file.name);
    setTable(null);
  }

  return (
    <Page>
      <PageHeader
        title="Import events"
        trail={[{ label: 'Revenue contracts', href: books.path('revenue') }]}
        description="Record many contract events at once: deliveries, progress, milestones, usage, payments. Nothing is recorded until you have reviewed every line."
      />
      {table === null ? (
        <Panel title="The table">
          <div className="flex flex-col gap-4">
            {problem === null ? null : (
              <Notice tone="danger" role="alert">
                {name === '' ? '' : `${name}: `}
                {problem}
              </Notice>
            )}
            <div className="flex flex-wrap items-center gap-3">
              <FileButton
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
                onFile={(file) => void readFile(file)}
              />
              <Button onPress={() => void downloadCsv('revenue-events', TEMPLATE)}>
                <Download aria-hidden="true" />
                Template as CSV
              </Button>
            </div>
            <TextAreaField
              label="Or paste it here, including the header line"
              hint="Separated by commas, semicolons or tabs."
              rows={8}
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <div>
              <Button tone="primary" isDisabled={typed.trim() === ''} onPress={() => void read(typed, '')}>
                Read the table
              </Button>
            </div>
          </div>
        </Panel>
      ) : (
        <Import
          key={JSON.stringify(table.columns)}
          name={name}
          table={table}
          onTable={setTable}
          onAnother={() => setTable(null)}
        />
      )}
    </Page>
  );
}

function Import({
  name,
  table,
  onTable,
  onAnother,
}: {
  readonly name: string;
  readonly table: EventTable;
  readonly onTable: (table: EventTable) => void;
  readonly onAnother: () => void;
}) {
  const books = useBooks();
  const [lines, setLines] = useState<readonly Line[]>(() => linesOf(table));
  const [post, setPost] = useState(false);
  const { progress, problem, check, record } = useImport(lines, setLines, post);
  const count = (outcome: Line['state']['outcome']) =>
    lines.filter(({ state }) => state.outcome === outcome).length;
  const [fresh, ready, recorded, refused] = [
    count('NEW'),
    count('READY'),
    count('RECORDED'),
    count('REFUSED'),
  ];
  const isDone = recorded > 0 && ready === 0 && progress === null;
  useLeaveGuard(progress !== null);
  return (
    <>
      {recorded > 0 ? null : (
        <Panel title={name === '' ? 'Columns' : `Columns of ${name}`}>
          <div className="grid grid-cols-2 gap-3.5 sm:grid-cols-3 lg:grid-cols-5 xl:grid-cols-6">
            {table.columns.map((column, at) => (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position
                key={at}
                label={column.header || `Column ${at + 1}`}
                value={column.field}
                empty="Skip this column"
                choices={FIELDS}
                disabled={progress !== null}
                onChange={({ target }) =>
                  onTable({
                    ...table,
                    columns: table.columns.map((one, place) => {
                      const field = FIELDS.find(({ value }) => value === target.value)?.value ?? '';
                      if (place === at) return { ...one, field };
                      return one.field === field ? { ...one, field: '' } : one;
                    }),
                  })
                }
              />
            ))}
          </div>
        </Panel>
      )}
      {problem === null ? null : (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <ImportLines lines={lines} />
      <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6">
        <output aria-live="polite" aria-label="Import" className="min-w-48 flex-1">
          {progress === null ? (
            summaryOf({ fresh, ready, recorded, refused, repeated: count('REPEATED') })
          ) : (
            <span className="flex items-center gap-3">
              <progress
                aria-label="Lines done"
                className="h-2 w-40 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid"
                value={progress.done}
                max={progress.of}
              />
              {progress.done} of {progress.of}
            </span>
          )}
        </output>
        <div className="flex flex-wrap items-center gap-2">
          {books.may('revenue.run') && !isDone ? (
            <Checkbox
              label="Post the revenue immediately"
              className="mr-2"
              checked={post}
              disabled={progress !== null}
              onChange={({ target }) => setPost(target.checked)}
            />
          ) : null}
          {refused > 0 && recorded > 0 ? (
            <Button onPress={() => void downloadCsv('refused-events', refusedOf(table, lines))}>
              <Download aria-hidden="true" />
              Download refused lines
            </Button>
          ) : null}
          <Button isDisabled={progress !== null} onPress={onAnother}>
            {isDone ? 'Import another file' : 'Start over'}
          </Button>
          {isDone ? (
            <ButtonLink tone="primary" href={books.path('revenue')}>
              Go to the contracts
            </ButtonLink>
          ) : (
            <>
              <Button
                tone={ready === 0 ? 'primary' : 'plain'}
                isPending={progress !== null}
                isDisabled={fresh + ready === 0}
                onPress={check}
              >
                Check
              </Button>
              {ready > 0 ? (
                <Button tone="primary" isPending={progress !== null} onPress={record}>
                  {ready === 1 ? 'Record 1 event' : `Record ${ready} events`}
                </Button>
              ) : null}
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** "12 can be recorded, 2 refused." */
function summaryOf(counts: {
  readonly fresh: number;
  readonly ready: number;
  readonly recorded: number;
  readonly refused: number;
  readonly repeated: number;
}): string {
  const parts = [
    [counts.recorded, 'recorded'],
    [counts.ready, 'can be recorded'],
    [counts.fresh, 'not checked yet'],
    [counts.repeated, 'already recorded'],
    [counts.refused, 'refused'],
  ] as const;
  return `${parts.flatMap(([count, words]) => (count === 0 ? [] : `${count} ${words}`)).join(', ')}.`;
}

/** The refused lines as submitted, each with its reason, to be corrected and sent again. */
function refusedOf(table: EventTable, lines: readonly Line[]): string[][] {
  const wrong = lines.filter(({ state }) => state.outcome === 'REFUSED');
  return [
    [...table.columns.map(({ header }) => header), 'Why it was refused'],
    ...wrong.map(({ number, state }) => [...(table.rows[number - 1] ?? []), state.words]),
  ];
}
