'use client';

import { Printer } from 'lucide-react';
import type { Sheet } from '@/core/sheets/sheet';
import { Button } from '@/ui/kit/button';
import { ExportMenu } from '@/ui/records/export-menu';

/** Prints what the page shows. */
export function PrintButton() {
  return (
    <Button onPress={() => window.print()}>
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}

/** Print and export buttons. `sheet` is null until the data has loaded. */
export function StatementActions({ sheet }: { readonly sheet: (() => Promise<Sheet>) | null }) {
  return (
    <>
      <PrintButton />
      <ExportMenu make={sheet} />
    </>
  );
}
