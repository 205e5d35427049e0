'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { CUT_OVER_SHEETS, type CutOverSheet } from '@/core/cut-over/sheets';
import { IMPORT_PERMISSIONS, isCutOverNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import { mappingProblem } from '@/core/imports/mapping';
import { templateOf } from '@/core/imports/template';
import { trpc } from '@/surfaces/trpc/react';
import { count, rowsWords, stateOf, titleOf } from '@/ui/imports/import-words';
import { sendTable } from '@/ui/imports/send-table';
import { Button } from '@/ui/kit/button';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { downloadCsv } from '@/ui/kit/files/download-csv';
import { FileButton } from '@/ui/kit/input/file-button';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { type Proof, takesFigures } from './proof-words';

/**
 * The files of a cut-over in their order: what each is for, its template, its uploads with their results. A file whose columns are all
 * found is checked as soon as it is uploaded, and imported from here; any other is continued on its own page.
 */
export function FileList({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const start = trpc.jobs.start.useMutation();
  const utils = trpc.useUtils();

  async function upload({ noun }: CutOverSheet, file: File) {
    setProblem(null);
    setBusy(noun);
    try {
      const { id } = await sendTable({
        organization: books.organization.slug,
        noun,
        file,
        cutOverId: proof.cutOver.id,
      });
      const { mapping } = await utils.client.imports.get.query({ id });
      if (mappingProblem(noun, mapping) === null) {
        // A check adds nothing to the books, so it needs no confirmation.
        await start.mutateAsync({ kind: 'imports.check', recordId: id });
        await utils.cutOver.proof.invalidate();
      } else router.push(books.path(`imports/${id}`));
    } catch (error) {
      setProblem(`${file.name}: ${sentenceOf(error)}`);
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
            onPress={() => void downloadCsv(`${sheet.file}-template`, templateOf(sheet.noun))}
          >
            <Download aria-hidden="true" />
            Template
          </Button>
          {!isOpenTo(sheet, proof) ? (
            <span className="text-ink-mute text-small">
              {proof.opening.isProposed ? 'Waits for approval' : 'Books are open'}
            </span>
          ) : books.may(IMPORT_PERMISSIONS[sheet.noun]) ? (
            <FileButton
              label={busy === sheet.noun ? 'Reading…' : 'Upload'}
              of={IMPORTABLE[sheet.noun].label}
              isPlain
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

/** Whether a file may still be uploaded: figures of the cut-over only before its opening entry is based on them; customers at any time. */
const isOpenTo = ({ noun }: Pick<CutOverSheet, 'noun'>, proof: Proof) =>
  !isCutOverNoun(noun) || takesFigures(proof);

function Uploads({ noun, proof }: { readonly noun: CutOverSheet['noun']; readonly proof: Proof }) {
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
            {one.importStatus === 'CHECKING'
              ? `${count(one.counts.total - one.counts.left)} of ${count(one.counts.total)} checked`
              : `${count(one.counts.imported)} of ${count(one.counts.total)} imported`}
            {one.counts.failed > 0 ? `, ${count(one.counts.failed)} with errors` : ''}
          </span>
          {isOpenTo({ noun }, proof) ? <ImportChecked one={one} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Imports the rows that passed the check; a file with errors is continued on its own page, where each is shown. */
function ImportChecked({ one }: { readonly one: Proof['imports'][number] }) {
  const utils = trpc.useUtils();
  const run = trpc.jobs.start.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSettled: () => utils.cutOver.proof.invalidate(),
  });
  const { ready, failed } = one.counts;
  if (one.importStatus !== 'CHECKED' || ready === 0 || failed > 0) return null;
  return (
    <Button
      size="small"
      tone="primary"
      aria-label={`Import ${rowsWords(ready)} of ${titleOf(one)}`}
      isPending={run.isPending}
      onPress={() => run.mutate({ kind: 'imports.run', recordId: one.id })}
    >
      Import {rowsWords(ready)}
    </Button>
  );
}
