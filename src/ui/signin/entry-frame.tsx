import Link from 'next/link';
import type { ReactNode } from 'react';
import { Wordmark } from '@/ui/landing/wordmark';

/** A page for someone who is not signed in: the name, a title and one form. */
export function EntryFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-6 py-12">
      <Link href="/" className="w-fit rounded">
        <Wordmark />
      </Link>
      <h1 className="font-semibold text-title">{title}</h1>
      {children}
    </main>
  );
}
