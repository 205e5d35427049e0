'use client';

import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { type Command, CommandPalette } from '@/ui/kit/command-palette';
import { setDensity, setTheme } from '@/ui/kit/preference-store';
import { navigationFor } from './navigation';
import { useBooks } from './session';

/** Go to any place, create, change the look. */
export function Palette({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const commands = useMemo<Command[]>(() => {
    const go = (place: string) => () => router.push(books.path(place));
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
    return [...creations, ...prospect, ...places, ...look];
  }, [books, router]);
  return <CommandPalette isOpen={isOpen} onClose={onClose} commands={commands} />;
}
