'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useDeferredValue, useMemo, useState } from 'react';
import { IMPORT_NOUNS, IMPORT_PERMISSIONS } from '@/core/imports/import-noun';
import { hasTrigram } from '@/core/views/searched-text';
import { trpc } from '@/surfaces/trpc/react';
import { type Command, CommandPalette } from '@/ui/kit/menus/command-palette';
import { setDensity, setTheme } from '@/ui/kit/preference-store';
import { mayLeave } from '@/ui/records/form/use-leave-guard';
import { navigationFor } from './navigation';
import { useBooks } from './session';

const PLACES = {
  transaction: ['transactions', 'Transactions'],
  account: ['accounts', 'Accounts'],
  customer: ['customers', 'Customers'],
  vendor: ['vendors', 'Vendors'],
  prospect: ['prospects', 'Prospects'],
  employee: ['employees', 'Employees'],
} as const;

/** Go to any place, create, find any record by number, amount or name, change the look. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const commands = useMemo<Command[]>(() => {
    const go = (place: string) => () => {
      if (mayLeave()) router.push(books.path(place));
    };
    const places = navigationFor(books.permissions).flatMap((group) =>
      group.items.map((item) => ({
        id: `go:${item.path}`,
        label: item.label,
        ...(item.also ? { code: item.also } : {}),
        note: group.label,
        group: 'Go to',
        onRun: go(item.path),
      })),
    );
    const creations: Command[] = books.may('gl.transaction.create')
      ? [
          {
            id: 'new:journal',
            label: 'New journal',
            group: 'Create',
            onRun: go('transactions/new?kind=JOURNAL'),
          },
          {
            id: 'new:invoice',
            label: 'New invoice',
            group: 'Create',
            onRun: go('transactions/new?kind=INVOICE'),
          },
          {
            id: 'new:bill',
            label: 'New vendor bill',
            group: 'Create',
            onRun: go('transactions/new?kind=VENDOR_BILL'),
          },
        ]
      : [];
    const prospect: Command[] = books.may('crm.prospect.write')
      ? [{ id: 'new:prospect', label: 'New prospect', group: 'Create', onRun: go('prospects?new=1') }]
      : [];
    const contract: Command[] = books.may('revenue.write')
      ? [
          { id: 'new:contract', label: 'New revenue contract', group: 'Create', onRun: go('revenue/new') },
          {
            id: 'import:events',
            label: 'Import revenue events',
            code: 'csv usage deliveries',
            group: 'Create',
            onRun: go('revenue/import'),
          },
        ]
      : [];
    const imports: Command[] = IMPORT_NOUNS.some((noun) => books.may(IMPORT_PERMISSIONS[noun]))
      ? [
          {
            id: 'import:table',
            label: 'Import from a spreadsheet',
            code: 'csv upload prospects customers vendors accounts journals',
            group: 'Create',
            onRun: go('imports/new'),
          },
        ]
      : [];
    const look: Command[] = [
      { id: 'look:light', label: 'Light theme', group: 'Appearance', onRun: () => setTheme('light') },
      { id: 'look:dark', label: 'Dark theme', group: 'Appearance', onRun: () => setTheme('dark') },
      { id: 'look:compact', label: 'Compact rows', group: 'Appearance', onRun: () => setDensity('compact') },
      {
        id: 'look:comfortable',
        label: 'Comfortable rows',
        group: 'Appearance',
        onRun: () => setDensity('comfortable'),
      },
    ];
    return [...creations, ...prospect, ...contract, ...imports, ...places, ...look];
  }, [books, router]);
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(typed.trim());
  const search = trpc.directory.search.useQuery(
    { query: asked },
    { enabled: isOpen && asked.length >= 2, placeholderData: keepPreviousData },
  );
  const found: Command[] = (asked.length >= 2 ? (search.data ?? []) : []).map((record) => {
    const [place, group] = PLACES[record.kind];
    return {
      id: `${record.kind}:${record.id}`,
      label: record.code ? `${record.code} ${record.name}` : record.name,
      group,
      onRun: () => {
        if (mayLeave()) router.push(books.path(`${place}/${record.id}`));
      },
    };
  });
  return (
    <CommandPalette
      isOpen={isOpen}
      onClose={onClose}
      commands={commands}
      found={found}
      onQuery={setTyped}
      isSearching={search.isFetching}
      footer={
        asked.length >= 2 && !hasTrigram(asked) && books.may('gl.transaction.read') ? (
          <p role="status" className="border-line border-t px-4 py-2 text-ink-mute text-small">
            Only the newest transactions are searched. Three letters or digits search all.
          </p>
        ) : null
      }
    />
  );
}
