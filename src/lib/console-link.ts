import { env } from './env';

/**
 * The address of a page of the console with a secret. The secret is in the fragment, which browsers send to no server, so
 * that it appears in no log.
 */
export function consoleLink(page: string, secret: string): string {
  return `${publicAddress()}/${page}#${secret}`;
}

/** The address of this server as its users know it, without a slash at the end. */
export function publicAddress(): string {
  const { DAYBOOK_BASE_URL, PORT } = env();
  return (DAYBOOK_BASE_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');
}
