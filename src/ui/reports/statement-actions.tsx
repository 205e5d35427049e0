'use client';

import { Printer } from 'lucide-react';
import type { Sheet } from '@/core/sheets/sheet';
import { Button } from '@/ui/kit/button';
import { ExportMenu } from '@/ui/records/export-menu';

/** Print and export buttons. `sheet` is null until the data has loaded. */
export function StatementActions({ sheet }: { readonly sheet: (() => Promise<Sheet>) | null }) {
  return (
    <>
      <Button onPress={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      <ExportMenu make={sheet} />
    </>
  );
}
