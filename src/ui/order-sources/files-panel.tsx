import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { count, stateOf, titleOf } from '@/ui/imports/import-words';
import { readTableFile } from '@/ui/imports/read-table';
import { useUpload } from '@/ui/imports/use-upload';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { FileButton } from '@/ui/kit/file-button';
import { Notice } from '@/ui/kit/notice';
import { Pager } from '@/ui/kit/pager';
import { RowLink } from '@/ui/kit/row-link';
import { StatusPill } from '@/ui/kit/status-pill';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { OrderSource } from './order-source-dialog';

type File = RouterOutputs['orderSources']['files']['rows'][number];
const LIMIT = 20;

/** The files of a source, and a new one: it is uploaded and shown with its columns before anything is made of it. */
export function FilesPanel({ source }: { readonly source: OrderSource }) {
  const books = useBooks();
  const router = useRouter();
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const query = trpc.orderSources.files.useQuery({ sourceId: source.id, page });
  const send = useUpload();

  async function take(file: globalThis.File) {
    setProblem(null);
    setBusy(true);
    try {
      const read = await readTableFile(file);
      if ('problem' in read) {
        setProblem(`${file.name}: ${read.problem}`);
        return;
      }
      const id = await send(read.table, { sourceId: source.id, fileName: file.name });
      router.push(books.path(`imports/${id}`));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  const columns: Column<File>[] = [
    {
      id: 'file',
      header: 'File',
      narrow: 'title',
      cell: (row) => <RowLink href={books.path(`imports/${row.id}`)}>{titleOf(row)}</RowLink>,
    },
    {
      id: 'when',
      header: 'Uploaded',
      cell: (row) => (
        <>
          {row.createdByName === null ? null : `${row.createdByName}, `}
          <InstantText value={row.createdAt} />
        </>
      ),
    },
    { id: 'rows', header: 'Rows', align: 'end', cell: (row) => count(row.counts.total) },
    { id: 'taken', header: 'Taken in', align: 'end', cell: (row) => count(row.counts.imported) },
    { id: 'failed', header: 'With errors', align: 'end', cell: (row) => count(row.counts.failed) },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={stateOf(row)} /> },
  ];
  return (
    <div className="flex flex-col gap-4">
      {books.may('revenue.write') && source.recordStatus === 'active' ? (
        <span>
          <FileButton
            label={isBusy ? 'Reading…' : 'Upload a file'}
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            isDisabled={isBusy}
            onFile={(file) => void take(file)}
          />
        </span>
      ) : null}
      {problem === null ? null : (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <QueryView query={query}>
        {({ rows, total }) => (
          <>
            <DataTable
              label="Files"
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              empty={
                <EmptyState title="No files yet">
                  Upload an export. The same file again changes nothing; a longer one adds the difference.
                </EmptyState>
              }
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
          </>
        )}
      </QueryView>
    </div>
  );
}
