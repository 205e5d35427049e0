'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CUT_OVER_SHEETS, type CutOverSheet } from '@/core/cut-over/sheets';
import { templateOf } from '@/core/cut-over/template';
import { IMPORT_PERMISSIONS } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import { count, stateOf, titleOf } from '@/ui/imports/import-words';
import { readTableFile } from '@/ui/imports/read-table';
import { useUpload } from '@/ui/imports/use-upload';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { downloadCsv } from '@/ui/kit/download-csv';
import { FileButton } from '@/ui/kit/file-button';
import { Notice } from '@/ui/kit/notice';
import { Panel } from '@/ui/kit/panel';
import { StatusPill } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Proof } from './proof-words';

/** The files of a cut-over in their order: what each is for, its template, its uploads with their results. */
export function FileList({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const send = useUpload();

  async function upload({ noun }: CutOverSheet, file: File) {
    setProblem(null);
    setBusy(noun);
    try {
      const read = await readTableFile(file);
      if ('problem' in read) {
        setProblem(`${file.name}: ${read.problem}`);
        return;
      }
      const id = await send(read.table, { noun, fileName: file.name, cutOverId: proof.cutOver.id });
      router.push(books.path(`imports/${id}`));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(null);
    }
  }

  const columns: Column<CutOverSheet>[] = [
    {
      id: 'what',
      header: 'File',
      narrow: 'title',
      cell: ({ noun, words }) => (
        <span className="flex flex-col">
          <span className="font-medium">{IMPORTABLE[noun].label}</span>
          <span className="text-ink-mute text-small">{words}</span>
        </span>
      ),
    },
    { id: 'imports', header: 'Uploads', cell: ({ noun }) => <Uploads noun={noun} proof={proof} /> },
    {
      id: 'acts',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (sheet) => (
        <span className="inline-flex items-center gap-2">
          <Button
            size="small"
            tone="quiet"
            aria-label={`Template of ${IMPORTABLE[sheet.noun].label} as CSV`}
            onPress={() => void downloadCsv(`${sheet.file}-template`, templateOf(sheet))}
          >
            <Download aria-hidden="true" />
            Template
          </Button>
          {books.may(IMPORT_PERMISSIONS[sheet.noun]) ? (
            <FileButton
              label={busy === sheet.noun ? 'Reading…' : 'Upload'}
              accept=".csv,.tsv,.txt,.xlsx,text/csv"
              isDisabled={busy !== null}
              onFile={(file) => void upload(sheet, file)}
            />
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <Panel title="Files" flush>
      {problem === null ? null : (
        <div className="p-4">
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        </div>
      )}
      <DataTable label="Files" columns={columns} rows={CUT_OVER_SHEETS} rowId={({ noun }) => noun} />
    </Panel>
  );
}

function Uploads({ noun, proof }: { readonly noun: string; readonly proof: Proof }) {
  const books = useBooks();
  const own = proof.imports.filter((one) => one.noun === noun);
  if (own.length === 0) return <span className="text-ink-mute">None yet</span>;
  return (
    <ul className="flex flex-col gap-1">
      {own.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-2">
          <TextLink href={books.path(`imports/${one.id}`)}>{titleOf(one)}</TextLink>
          <StatusPill status={stateOf(one)} />
          <span className="text-ink-mute text-small">
            {count(one.counts.imported)} of {count(one.counts.total)} imported
            {one.counts.failed > 0 ? `, ${count(one.counts.failed)} with errors` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
