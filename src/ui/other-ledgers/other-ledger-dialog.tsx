'use client';

import {
  FORMAT_FACTS,
  LEDGER_FORMATS,
  LEDGER_SUMMARIES,
  type LedgerFormat,
  type LedgerSummary,
  SENT_DIMENSIONS,
} from '@/core/other-ledgers/formats';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useSubsidiaries } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';

export type OtherLedger = RouterOutputs['otherLedgers']['get'];

export const SUMMARY_WORDS: Readonly<Record<string, string>> = {
  ENTRY: 'One for each entry',
  DAY: 'One for each day',
  MONTH: 'One for each fiscal month',
} satisfies Record<LedgerSummary, string>;

const ALL = SENT_DIMENSIONS.join(' ');
const DIMENSION_CHOICES = [
  ...SENT_DIMENSIONS.map((one) => ({ value: one, label: statusWords(one) })),
  { value: 'DEPARTMENT CLASS', label: 'Department and class' },
  { value: 'DEPARTMENT LOCATION', label: 'Department and location' },
  { value: 'CLASS LOCATION', label: 'Class and location' },
  { value: ALL, label: 'Department, class and location' },
];

/** Adds a ledger that receives our entries, or changes the form of its next batches. */
export function OtherLedgerDialog({
  ledger,
  onClose,
}: {
  readonly ledger?: OtherLedger;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const { save, ...saving } = useSaving({
    record: ledger,
    create: trpc.otherLedgers.create.useMutation(),
    update: trpc.otherLedgers.update.useMutation(),
    added: ({ name }) => `${name} is added. Enter its codes next.`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={ledger ? `Edit ${ledger.name}` : 'New ledger'}
      saveLabel={ledger ? 'Save' : 'Add ledger'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code, the prefix of its references', kind: 'text', required: true },
        {
          name: 'format',
          label: 'Format of its files',
          kind: 'select',
          choices: LEDGER_FORMATS.map((format) => ({ value: format, label: FORMAT_FACTS[format].label })),
        },
        {
          name: 'summary',
          label: 'Journals',
          kind: 'select',
          choices: LEDGER_SUMMARIES.map((one) => ({ value: one, label: SUMMARY_WORDS[one] ?? one })),
        },
        {
          name: 'subsidiaryId',
          label: 'Entries of',
          kind: 'select',
          empty: 'Every subsidiary',
          choices: subsidiaries.choices,
        },
        { name: 'startsOn', label: 'Entries since', kind: 'date', required: true },
        {
          name: 'dimensions',
          label: 'Dimensions to include',
          kind: 'select',
          empty: 'None',
          choices: DIMENSION_CHOICES,
        },
        { name: 'journalCode', label: 'Journal (Sage Intacct)', kind: 'text' },
        { name: 'taxRate', label: 'Tax rate without tax (Xero)', kind: 'text' },
        ...(ledger ? [STATUS_FIELD] : []),
      ]}
      initial={{
        name: ledger?.name,
        code: ledger?.code,
        format: ledger?.format ?? 'NETSUITE',
        summary: ledger?.summary ?? 'MONTH',
        subsidiaryId: ledger?.subsidiaryId,
        startsOn: ledger?.startsOn ?? `${books.today.slice(0, 7)}-01`,
        dimensions: SENT_DIMENSIONS.filter((one) => ledger?.dimensions.includes(one)).join(' '),
        journalCode: ledger?.journalCode,
        taxRate: ledger?.taxRate,
        recordStatus: ledger?.recordStatus,
      }}
      onSave={(values) =>
        save({
          name: (values.name ?? '').trim(),
          code: (values.code ?? '').trim(),
          format: values.format as LedgerFormat,
          summary: values.summary as LedgerSummary,
          subsidiaryId: orNull(values.subsidiaryId),
          startsOn: values.startsOn,
          dimensions: SENT_DIMENSIONS.filter((one) => (values.dimensions ?? '').split(' ').includes(one)),
          journalCode: orNull(values.journalCode),
          taxRate: orNull(values.taxRate),
          ...(ledger ? writtenStatus(values) : {}),
        })
      }
      onClose={onClose}
    />
  );
}
