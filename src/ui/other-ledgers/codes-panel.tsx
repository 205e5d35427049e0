'use client';

import { useState } from 'react';
import type { CodedKind } from '@/core/other-ledgers/formats';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextAreaField, TextField } from '@/ui/kit/input/text-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { readPairs } from './read-pairs';

type Coded = RouterOutputs['otherLedgers']['codes'][number];
const keyOf = ({ kind, recordId }: Pick<Coded, 'kind' | 'recordId'>) => `${kind}/${recordId}`;

/** The ledger’s codes for our accounts, dimensions and subsidiaries. */
export function CodesPanel({
  ledgerId,
  dimensions,
}: {
  readonly ledgerId: string;
  readonly dimensions: readonly string[];
}) {
  const books = useBooks();
  const query = trpc.otherLedgers.codes.useQuery({ ledgerId });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isOpenOnly, setOpenOnly] = useState(false);
  const save = trpc.otherLedgers.setCodes.useMutation();
  const take = trpc.otherLedgers.takeOwnCodes.useMutation();
  const mayWrite = books.may('gl.setup.write');
  const kinds = ['ACCOUNT', ...dimensions, 'SUBSIDIARY'];
  const textOf = (row: Coded) => typed[keyOf(row)] ?? row.code ?? '';
  const columns: Column<Coded>[] = [
    { id: 'kind', header: 'Kind', cell: (row) => statusWords(row.kind) },
    { id: 'code', header: 'Our code', className: 'figures text-ink-mute', cell: (row) => row.ownCode },
    { id: 'name', header: 'Name', narrow: 'title', cell: (row) => row.name },
    {
      id: 'theirs',
      header: 'Its code',
      narrow: 'figure',
      className: 'w-36 sm:w-72',
      cell: (row) =>
        mayWrite ? (
          <TextField
            hideLabel
            label={`Code of ${row.ownCode} ${row.name}`}
            value={textOf(row)}
            onChange={(event) => setTyped((before) => ({ ...before, [keyOf(row)]: event.target.value }))}
          />
        ) : (
          row.code
        ),
    },
  ];
  const error = save.error ?? take.error;
  return (
    <QueryView query={query}>
      {(all) => {
        const shown = all.filter(
          (row) =>
            kinds.includes(row.kind) && !(isOpenOnly && row.code !== null && typed[keyOf(row)] === undefined),
        );
        const changed = all.filter((row) => textOf(row).trim() !== (row.code ?? ''));
        const saved = { onSuccess: () => setTyped({}) };
        return (
          <div className="flex flex-col gap-4">
            {error ? (
              <Notice tone="danger" role="alert">
                {sentenceOf(error)}
              </Notice>
            ) : null}
            <div className="flex flex-wrap items-center justify-between gap-3">
              <Checkbox
                label="Only those without a code"
                checked={isOpenOnly}
                onChange={(event) => setOpenOnly(event.target.checked)}
              />
              {mayWrite ? (
                <span className="flex flex-wrap gap-2">
                  <Button
                    isPending={take.isPending}
                    onPress={() =>
                      take.mutate(
                        { ledgerId, kinds: kinds as CodedKind[] },
                        { onSuccess: () => notifyDone('Our own codes are used.') },
                      )
                    }
                  >
                    Use our own codes for the rest
                  </Button>
                  <Button
                    tone="primary"
                    isPending={save.isPending}
                    isDisabled={changed.length === 0}
                    onPress={() =>
                      save.mutate(
                        {
                          ledgerId,
                          codes: changed.map((row) => ({
                            kind: row.kind,
                            recordId: row.recordId,
                            code: textOf(row).trim() || null,
                          })),
                        },
                        saved,
                      )
                    }
                  >
                    {changed.length === 0 ? 'Save' : `Save ${changed.length}`}
                  </Button>
                </span>
              ) : null}
            </div>
            {mayWrite ? (
              <PastedCodes rows={all} onCodes={(codes) => setTyped((before) => ({ ...before, ...codes }))} />
            ) : null}
            <DataTable
              label="Codes"
              columns={columns}
              rows={shown}
              rowId={keyOf}
              empty={<EmptyState title="Every record has a code" />}
            />
          </div>
        );
      }}
    </QueryView>
  );
}

/** Account codes from a table with two columns: ours and its own. They are shown in the list before they are saved. */
function PastedCodes({
  rows,
  onCodes,
}: {
  readonly rows: readonly Coded[];
  readonly onCodes: (codes: Readonly<Record<string, string>>) => void;
}) {
  const [text, setText] = useState('');
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  return (
    <details>
      <summary className="w-fit cursor-pointer text-ink-mute hover:text-ink">
        Import account codes from a table
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <TextAreaField
          label="Two columns: our code, its code"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span>
          <Button
            isDisabled={text.trim() === ''}
            onPress={() =>
              void readPairs(text).then((pairs) => {
                const accounts = new Map(
                  rows
                    .filter(({ kind }) => kind === 'ACCOUNT')
                    .map((row) => [row.ownCode.toLowerCase(), row]),
                );
                const found = pairs.flatMap(([own, code]) => {
                  const row = accounts.get(own.toLowerCase());
                  return row === undefined ? [] : [[keyOf(row), code] as const];
                });
                setUnknown(pairs.filter(([own]) => !accounts.has(own.toLowerCase())).map(([own]) => own));
                onCodes(Object.fromEntries(found));
              })
            }
          >
            Fill in
          </Button>
        </span>
        {unknown.length > 0 ? (
          <Notice
            tone="caution"
            role="status"
          >{`None of our accounts has the code ${unknown.join(', ')}.`}</Notice>
        ) : null}
      </div>
    </details>
  );
}
