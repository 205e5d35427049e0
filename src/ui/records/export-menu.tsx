'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { ActionMenu } from '@/ui/kit/action-menu';
import { Button } from '@/ui/kit/button';
import type { SheetFormat } from '@/ui/kit/export/download-sheet';
import type { Sheet } from '@/ui/kit/export/sheet';
import { notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { ListTooLong } from './list-too-long';

/**
 * Exports what is shown: CSV for programs, XLSX for spreadsheets. `make` builds it on demand; null while there is
 * nothing to export.
 */
export function ExportMenu({ make }: { readonly make: (() => Promise<Sheet>) | null }) {
  const [isPending, setPending] = useState(false);
  const save = async (format: SheetFormat) => {
    if (make === null) return;
    setPending(true);
    try {
      const [{ downloadSheet }, sheet] = await Promise.all([
        import('@/ui/kit/export/download-sheet'),
        make(),
      ]);
      await downloadSheet(sheet, format, new Date());
    } catch (error) {
      notifyProblem(error instanceof ListTooLong ? error.message : sentenceOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <ActionMenu
      label="Export as"
      trigger={
        <Button isDisabled={make === null} isPending={isPending}>
          <Download aria-hidden="true" />
          Export
        </Button>
      }
      entries={[
        { id: 'csv', label: 'CSV', onAction: () => void save('csv') },
        { id: 'xlsx', label: 'Excel (XLSX)', onAction: () => void save('xlsx') },
      ]}
    />
  );
}
