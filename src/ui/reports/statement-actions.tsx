'use client';

import { Download, Printer } from 'lucide-react';
import { Button } from '@/ui/kit/button';
import { downloadCsv } from '@/ui/kit/download-csv';

/** Print, and the rows in view as CSV. */
export function StatementActions({
  name,
  rows,
}: {
  readonly name: string;
  readonly rows: (() => string[][]) | null;
}) {
  return (
    <>
      <Button onPress={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      <Button isDisabled={rows === null} onPress={() => rows && void downloadCsv(name, rows())}>
        <Download aria-hidden="true" />
        CSV
      </Button>
    </>
  );
}
