import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { countColumns } from '@/ui/imports/count-columns';
import { count, shownCounts, stateOf, titleOf } from '@/ui/imports/import-words';
import { sendTable } from '@/ui/imports/send-table';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { FileButton } from '@/ui/kit/input/file-button';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { OrderSource } from './order-source-dialog';

type File = RouterOutputs['orderSources']['files']['rows'][number];
const LIMIT = 20;

/** The files of a source, and the upload of a new one, which is shown with its columns before anything is created from it. */
export function FilesPanel({ source }: { readonly source: OrderSource }) {
  const books = useBooks();
  const router = useRouter();
  const [page, setPage] = useState(1);
  const [problem, setProblem] = useState<string | null>(null);
  /** How much of a file has been sent, from 0 to 1; null while none is. */
  const [sent, setSent] = useState<number | null>(null);
  const query = trpc.orderSources.files.useQuery({ sourceId: source.id, page });

  async function take(file: globalThis.File) {
    setProblem(null);
    setSent(0);
    try {
      const { id } = await sendTable({
        organization: books.organization.slug,
        noun: 'orders',
        sourceId: source.id,
        file,
        onSent: setSent,
      });
      router.push(books.path(`imports/${id}`));
    } catch (error) {
      setSent(null);
      setProblem(`${file.name}: ${sentenceOf(error)}`);
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
    ...countColumns<File>(),
    { id: 'waiting', header: 'Waiting', align: 'end', cell: (row) => count(shownCounts(row).waiting) },
    { id: 'failed', header: 'With errors', align: 'end', cell: (row) => count(row.counts.failed) },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={stateOf(row)} /> },
  ];
  return (
    <div className="flex flex-col gap-4">
      {books.may('revenue.write') && source.recordStatus === 'active' ? (
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label="Upload a file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            isDisabled={sent !== null}
            onFile={(file) => void take(file)}
          />
          <span className="text-ink-mute" role="status">
            {sent === null
              ? null
              : `${Math.round(sent * 100)}% sent. Stay on this page until the file has arrived.`}
          </span>
        </div>
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
