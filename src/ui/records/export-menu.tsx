'use client';

import { Download as DownloadIcon } from 'lucide-react';
import { useState } from 'react';
import type { Sheet } from '@/core/sheets/sheet';
import type { Download, DownloadFormat } from '@/surfaces/trpc/download-path';
import { Button } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import { notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { startDownload } from './start-download';

/**
 * Exports a report that is shown whole: CSV for programs, XLSX for spreadsheets. `make` builds it on demand; null while there is
 * nothing to export.
 */
export function ExportMenu({ make }: { readonly make: (() => Promise<Sheet>) | null }) {
  const save = async (format: DownloadFormat) => {
    if (make === null) return;
    const [{ downloadSheet }, sheet] = await Promise.all([import('@/ui/kit/export/download-sheet'), make()]);
    await downloadSheet(sheet, format, new Date());
  };
  return <FormatMenu isDisabled={make === null} onSave={save} />;
}

/** Exports everything a list has under its filters, of any length, as the server writes it. `input`: the filters; null while the list is empty. */
export function DownloadMenu({
  sheet,
  input,
  label,
}: {
  readonly sheet: Download;
  readonly input: object | null;
  /** What is exported, where that is not what the list shows. */
  readonly label?: string;
}) {
  const { organization } = useBooks();
  const save = async (format: DownloadFormat) => {
    if (input !== null) await startDownload({ organization: organization.slug, sheet, format, input });
  };
  return <FormatMenu isDisabled={input === null} onSave={save} label={label} />;
}

function FormatMenu({
  isDisabled,
  onSave,
  label = 'Export',
}: {
  readonly isDisabled: boolean;
  readonly onSave: (format: DownloadFormat) => Promise<void>;
  readonly label?: string | undefined;
}) {
  const [isPending, setPending] = useState(false);
  const save = async (format: DownloadFormat) => {
    setPending(true);
    try {
      await onSave(format);
    } catch (error) {
      notifyProblem(sentenceOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <ActionMenu
      label="Export as"
      trigger={
        <Button isDisabled={isDisabled} isPending={isPending}>
          <DownloadIcon aria-hidden="true" />
          {label}
        </Button>
      }
      entries={[
        { id: 'csv', label: 'CSV', onAction: () => void save('csv') },
        { id: 'xlsx', label: 'Excel (XLSX)', onAction: () => void save('xlsx') },
      ]}
    />
  );
}
