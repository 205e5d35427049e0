'use client';

import { useQueryClient } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { isSignedOut } from './refusal';
import { useBooks } from './session';
import { signInPath } from './session-path';

/**
 * Says that the session has ended, with a link to sign in again in another tab, so that what was entered on this page stays. It goes
 * away with the next answer that was given to a session.
 */
export function SessionEnded() {
  const isEnded = useIsEnded();
  return isEnded ? <EndedNotice /> : null;
}

function EndedNotice() {
  const books = useBooks();
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const page = query === '' ? pathname : `${pathname}?${query}`;
  return (
    <div className="px-4 pt-5 sm:px-6" data-print="hide">
      <Notice tone="danger" role="alert">
        Your session has ended.{' '}
        <TextLink href={signInPath(books.organization.slug, page)} target="_blank">
          Sign in again in another tab
        </TextLink>
        , then go on here: what you entered on this page stays.
      </Notice>
    </div>
  );
}

/** Whether the last answer to a query or mutation of this page was that no one is signed in. */
function useIsEnded(): boolean {
  const client = useQueryClient();
  const [isEnded, setEnded] = useState(false);
  useEffect(() => {
    const look = (error: unknown) => {
      if (isSignedOut(error)) setEnded(true);
    };
    const ends = [
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return;
        if (event.action.type === 'error') look(event.action.error);
        // Data that the page puts there itself was not answered by the server.
        else if (event.action.type === 'success' && event.action.manual !== true) setEnded(false);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated') return;
        if (event.action.type === 'error') look(event.action.error);
        else if (event.action.type === 'success') setEnded(false);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
  return isEnded;
}
