'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Permission } from '@/core/permissions';
import { booksPath } from './session-path';

export type OpenOrganization = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly baseCurrency: string;
  /** Its books are read-only. */
  readonly isClosed: boolean;
};

/** The signed-in user and the open organization; the shell's layout fetches them once. */
export type BooksSession = {
  readonly user: { readonly name: string; readonly email: string };
  readonly organization: OpenOrganization;
  readonly organizations: readonly OpenOrganization[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The organization's current date, which a demo may fix. */
  readonly today: string;
};

export type Books = BooksSession & {
  /** The URL of a path in these books. */
  readonly path: (place?: string) => string;
  readonly may: (permission: Permission) => boolean;
};

const BooksContext = createContext<Books | null>(null);

/** Provides the open books to every screen below it. */
export function BooksProvider({
  session,
  children,
}: {
  readonly session: BooksSession;
  readonly children: ReactNode;
}) {
  const books = useMemo<Books>(() => {
    const held = new Set(session.permissions);
    return {
      ...session,
      path: (place = '') => booksPath(session.organization.slug, place),
      may: (permission) => held.has(permission),
    };
  }, [session]);
  return <BooksContext value={books}>{children}</BooksContext>;
}

/** The open books. Only below `/books/[org]`. */
export function useBooks(): Books {
  const books = useContext(BooksContext);
  if (books === null) throw new Error('useBooks is for screens below /books/[org]');
  return books;
}
