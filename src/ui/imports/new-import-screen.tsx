'use client';

import { Download } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { hasOwnPlace, IMPORT_NOUNS, IMPORT_PERMISSIONS, type ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE, MOST_ROWS_IN_ALL } from '@/core/imports/importable';
import { templateOf } from '@/core/imports/template';
import { Button } from '@/ui/kit/button';
import { downloadCsv } from '@/ui/kit/files/download-csv';
import { FileButton } from '@/ui/kit/input/file-button';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { ButtonLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { count } from './import-words';
import { newImportFilters } from './new-import-filters';
import { readTable } from './read-table';
import { sendTable } from './send-table';
import { useUpload } from './use-upload';

/** Choose the kind of record and a file, or paste a table. It is stored, and its own page continues from there. */
export function NewImportScreen() {
  const books = useBooks();
  const router = useRouter();
  const [{ of, corrects }, setFilters] = useQueryStates(newImportFilters);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const store = useUpload();
  const allowed = IMPORT_NOUNS.filter(
    (noun) => (corrects !== null || !hasOwnPlace(noun)) && books.may(IMPORT_PERMISSIONS[noun]),
  );
  const noun = allowed.find((one) => one === of) ?? allowed[0];
  if (noun === undefined) {
    return (
      <FullPageMessage
        title="Not available to your role"
        action={<ButtonLink href={books.path()}>Go to the home page</ButtonLink>}
      >
        To import records, your role must be allowed to create them.
      </FullPageMessage>
    );
  }

  async function take(text: string, as: ImportNoun) {
    const read = await readTable(text, as);
    if ('problem' in read) {
      setProblem(read.problem);
      return;
    }
    try {
      const id = await store(read.table, {
        noun: as,
        fileName: '',
        ...(corrects === null ? {} : { corrects }),
      });
      setSent(1);
      router.push(books.path(`imports/${id}`));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }

  async function send(file: File, as: ImportNoun) {
    try {
      const { id } = await sendTable({
        organization: books.organization.slug,
        noun: as,
        file,
        correctsImportId: corrects ?? undefined,
        onSent: setSent,
      });
      router.push(books.path(`imports/${id}`));
    } catch (error) {
      setSent(null);
      setProblem(`${file.name}: ${sentenceOf(error)}`);
    }
  }

  async function start(work: () => Promise<void>) {
    setProblem(null);
    setReading(true);
    await work().finally(() => setReading(false));
  }

  const isBusy = isReading || sent !== null;
  const { label } = IMPORTABLE[noun];
  return (
    <Page wide={false}>
      <PageHeader
        title={corrects === null ? 'New import' : 'Import corrected rows'}
        trail={[{ label: 'Imports', href: books.path('imports') }]}
        description="You see every row before anything is added to the books."
      />
      {problem === null ? null : (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <Panel title="Type of record">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label="Import"
            className="w-56"
            value={noun}
            disabled={corrects !== null || isBusy}
            choices={allowed.map((one) => ({ value: one, label: IMPORTABLE[one].label }))}
            onChange={({ target }) =>
              void setFilters({ of: IMPORT_NOUNS.find((one) => one === target.value) ?? null })
            }
          />
          <Button onPress={() => void downloadCsv(`${noun}-template`, templateOf(noun))}>
            <Download aria-hidden="true" />
            Template as CSV
          </Button>
        </div>
        <p className="mt-3 max-w-3xl text-ink-mute">
          Required: {neededWords(noun)}. {noun === 'journals' ? JOURNAL_WORDS : null}
        </p>
      </Panel>
      <Panel title="The table">
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <FileButton
              isDisabled={isBusy}
              accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
              onFile={(file) => void start(() => send(file, noun))}
            />
            <span className="text-ink-mute" role="status">
              {sent === null
                ? `CSV or XLSX, up to ${count(MOST_ROWS_IN_ALL)} rows. The first line must contain the column names.`
                : `${Math.round(sent * 100)}% sent. Stay on this page until the file has arrived.`}
            </span>
          </div>
          <TextAreaField
            label="Or paste it here, including the header line"
            hint="Copied from a spreadsheet, or separated by commas or semicolons."
            rows={8}
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div>
            <Button
              tone="primary"
              isDisabled={typed.trim() === ''}
              isPending={isBusy}
              onPress={() => void start(() => take(typed, noun))}
            >
              Read {label.toLowerCase()}
            </Button>
          </div>
        </div>
      </Panel>
    </Page>
  );
}

const JOURNAL_WORDS =
  'Rows with the same document number become one entry, and only one of them needs the date. Entries are imported as drafts, unless you choose before the import to post them as well.';

function neededWords(noun: ImportNoun): string {
  const needed = IMPORTABLE[noun].fields.flatMap(({ isRequired, label }) =>
    isRequired ? label.toLowerCase() : [],
  );
  return [...needed, ...(noun === 'journals' ? ['debit and credit (or one signed amount)'] : [])].join(', ');
}
