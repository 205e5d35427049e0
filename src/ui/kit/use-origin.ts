'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Where Daybook is opened, such as `https://books.example.com`. Empty while the page is rendered on the server, which does not know. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => window.location.origin,
    () => '',
  );
