'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { monthEnd, monthStart } from '@/ui/kit/figures/date-format';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { textOfFile } from '@/ui/kit/files/delimited';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { FileButton } from '@/ui/kit/input/file-button';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { readBalance } from './read-pairs';

type ReadBack = RouterOutputs['otherLedgers']['readBacks'][number];
type Line = ReadBack['lines'][number];

const STATES: Readonly<Record<Line['state'], string>> = {
  EQUAL: 'Equal',
  DIFFERS: 'Differs',
  MISSING_THERE: 'Missing there',
  MISSING_HERE: 'Missing here',
};

/** The other ledger's trial balance, compared account by account with what was sent there. */
export function ReadBackPanel({ ledgerId }: { readonly ledgerId: string }) {
  const books = useBooks();
  const [asOf, setAsOf] = useState(() => monthEnd(monthStart(books.today, -1)));
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const latest = trpc.otherLedgers.readBacks.useQuery({ ledgerId, limit: 1 });
  const compare = trpc.otherLedgers.readBack.useMutation();
  async function run() {
    const read = await readBalance(text);
    setProblem('problem' in read ? read.problem : null);
    if ('rows' in read) compare.mutate({ ledgerId, asOf, rows: [...read.rows] });
  }
  const shown = latest.data?.[0];
  return (
    <div className="flex flex-col gap-4">
      {books.may('gl.transaction.post') ? (
        <section aria-label="Read a trial balance back" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-end gap-3">
            <DateField label="Trial balance of" className="w-44" value={asOf} onValue={setAsOf} />
            <FileButton
              label="Choose a CSV file"
              accept=".csv,.tsv,.txt,text/csv"
              onFile={(file) =>
                void textOfFile(file).then((read) => {
                  setProblem('problem' in read ? read.problem : null);
                  if ('text' in read) setText(read.text);
                })
              }
            />
          </div>
          <TextAreaField
            label="Its trial balance, with the names of the columns in the first row"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {problem || compare.error ? (
            <Notice tone="danger" role="alert">
              {problem ?? sentenceOf(compare.error)}
            </Notice>
          ) : null}
          <span>
            <Button
              tone="primary"
              isPending={compare.isPending}
              isDisabled={text.trim() === '' || asOf === ''}
              onPress={() => void run()}
            >
              Compare
            </Button>
          </span>
        </section>
      ) : null}
      {shown === undefined ? (
        <EmptyState title="Nothing has been read back yet">
          After its import, compare the other ledger’s trial balance with ours.
        </EmptyState>
      ) : (
        <Comparison readBack={shown} />
      )}
    </div>
  );
}

function Comparison({ readBack }: { readonly readBack: ReadBack }) {
  const [isAll, setAll] = useState(readBack.differingCount === 0);
  const currency = readBack.currencyCode;
  const figure = (id: keyof Line, header: string): Column<Line> => ({
    id,
    header,
    align: 'end',
    cell: (row) => <Money value={row[id]} currency={currency} />,
  });
  const columns: Column<Line>[] = [
    { id: 'code', header: 'Account there', narrow: 'title', className: 'figures', cell: (row) => row.code },
    figure('ours', `Our books (${currency})`),
    figure('unsent', 'Not sent yet'),
    figure('expected', 'Expected there'),
    figure('theirs', 'Read back'),
    figure('difference', 'Difference'),
    {
      id: 'state',
      header: 'Result',
      cell: (row) => (
        <span className={cx(row.state === 'EQUAL' ? 'text-positive' : 'font-medium text-danger')}>
          {STATES[row.state]}
        </span>
      ),
    },
  ];
  const rows = isAll ? readBack.lines : readBack.lines.filter(({ state }) => state !== 'EQUAL');
  return (
    <section aria-label="Comparison" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-semibold">
            {readBack.differingCount === 0
              ? `All ${readBack.equalCount} accounts are equal`
              : `${readBack.differingCount} of ${readBack.lines.length} accounts are not equal`}
          </span>{' '}
          <span className="text-ink-mute">
            as of <DateText value={readBack.asOf} />, read back by {readBack.readByName},{' '}
            <InstantText value={readBack.createdAt} />
          </span>
        </p>
        <Checkbox
          label="Show equal accounts"
          checked={isAll}
          onChange={(event) => setAll(event.target.checked)}
        />
      </div>
      <DataTable
        label="Comparison"
        columns={columns}
        rows={rows}
        rowId={(row) => row.code}
        empty={<EmptyState title="Every account is equal" />}
      />
    </section>
  );
}
