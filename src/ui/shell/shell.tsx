'use client';

import { Keyboard, Menu as MenuIcon, Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, IconButton } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { AppearanceMenu } from '@/ui/kit/menus/appearance-menu';
import { Key } from '@/ui/kit/menus/key';
import { Notice } from '@/ui/kit/notice';
import { useChord, useSingleKey } from '@/ui/kit/use-keys';
import { mayLeave } from '@/ui/records/form/use-leave-guard';
import { useScrollPlace } from './scroll-place';
import { useBooks } from './session';
import { SessionEnded } from './session-ended';
import { Sidebar } from './sidebar';
import { UserMenu } from './user-menu';

// Neither is part of the first render.
const Palette = dynamic(() => import('./palette').then((part) => part.Palette), { ssr: false });
const Help = dynamic(() => import('./help').then((part) => part.Help), { ssr: false });

/** Sidebar, top bar and the screen. Ctrl/Cmd+K opens the palette, `?` the list of keys. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const books = useBooks();
  const router = useRouter();
  const pathname = usePathname();
  const [isNavOpen, setNavOpen] = useState(false);
  const [palette, setPalette] = useState<'never' | 'open' | 'closed'>('never');
  const [help, setHelp] = useState<'never' | 'open' | 'closed'>('never');
  const main = useRef<HTMLElement>(null);

  useChord('mod+k', () => setPalette('open'));
  useSingleKey('?', () => setHelp('open'));
  useSingleKey('/', () => document.querySelector<HTMLElement>('[data-page-search]')?.focus());
  useSingleKey(
    'n',
    () => {
      if (mayLeave()) router.push(books.path('transactions/new'));
    },
    books.may('gl.transaction.create'),
  );

  useScrollPlace(main, pathname);
  const [navPath, setNavPath] = useState(pathname);
  if (navPath !== pathname) {
    setNavPath(pathname);
    setNavOpen(false);
  }

  return (
    <div className="flex h-dvh overflow-hidden bg-canvas">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded bg-accent-solid px-3 py-2 text-accent-on focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside
        data-print="hide"
        className={cx(
          'z-40 h-full w-58 shrink-0 border-line border-r bg-canvas max-lg:fixed max-lg:shadow-overlay',
          !isNavOpen && 'max-lg:hidden',
        )}
      >
        <Suspense>
          <Sidebar onFollow={() => setNavOpen(false)} />
        </Suspense>
      </aside>
      {isNavOpen ? (
        <button
          type="button"
          aria-label="Close navigation"
          className="fixed inset-0 z-30 bg-veil lg:hidden"
          onClick={() => setNavOpen(false)}
        />
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        <header
          data-print="hide"
          className="flex h-12 shrink-0 items-center gap-2 border-line border-b bg-surface px-3 sm:px-4"
        >
          <IconButton label="Navigation" className="lg:hidden" onPress={() => setNavOpen(!isNavOpen)}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          <Button
            tone="plain"
            className="min-w-0 flex-1 justify-start text-ink-mute sm:max-w-80"
            onPress={() => setPalette('open')}
          >
            <Search aria-hidden="true" />
            <span className="flex-1 truncate text-left font-normal">Search or go to</span>
            <span aria-hidden="true" className="hidden gap-1 sm:flex">
              <Key>Ctrl</Key>
              <Key>K</Key>
            </span>
          </Button>
          <div className="ml-auto flex items-center gap-0.5">
            <IconButton label="Keyboard shortcuts" className="max-sm:hidden" onPress={() => setHelp('open')}>
              <Keyboard aria-hidden="true" />
            </IconButton>
            <AppearanceMenu />
            <UserMenu />
          </div>
        </header>
        <main id="content" ref={main} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
          <SessionEnded />
          {books.organization.isClosed ? (
            <div className="px-4 pt-5 sm:px-6">
              <Notice tone="caution">
                These books are closed: they can be read, but nothing can be written.
              </Notice>
            </div>
          ) : null}
          {children}
        </main>
      </div>
      {palette === 'never' ? null : (
        <Palette isOpen={palette === 'open'} onClose={() => setPalette('closed')} />
      )}
      {help === 'never' ? null : <Help isOpen={help === 'open'} onClose={() => setHelp('closed')} />}
    </div>
  );
}
