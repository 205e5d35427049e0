import { env } from '@/lib/env';
import { refuseCredential } from '../credentials/refuse-credential';

/** The password of every demo login; access.json and the terminal repeat it. */
export const DEMO_PASSWORD = 'daybook-demo';

/**
 * Whether the demo's credentials work on this server. They are printed on a terminal, so they work only where `npm start` says
 * that the database is a demo and no one asked for DAYBOOK_DEMO=0; without either statement, they do not.
 */
export function isDemoOpen(): boolean {
  return env().DAYBOOK_DEMO === '1';
}

/**
 * Passwords, keys, API clients, tokens and sessions of a demo organization are refused with UNAUTHENTICATED on a server that
 * is not a demo, whoever put the demo into its database.
 */
export function refuseClosedDemo(organization: { readonly isDemo: boolean }): void {
  if (organization.isDemo && !isDemoOpen()) refuseCredential('demo organization');
}
