import type { Plain } from '../record-row';
import { recordStore } from '../record-store';

export type ApiKeyRecord = Plain<'ApiKey'>;
export type ApiClientRecord = Plain<'ApiClient'>;

/** Keys of surface D. */
export const apiKeys = recordStore('ApiKey');

/** Clients of the token endpoint (OAuth client_credentials). */
export const apiClients = recordStore('ApiClient');
