import type { ApiClient, ApiKey } from '../generated/client';
import { type Plain, recordStore } from '../record-store';

export type ApiKeyRecord = Plain<ApiKey>;
export type ApiClientRecord = Plain<ApiClient>;

/** Keys of surface D. */
export const apiKeys = recordStore<ApiKey>('apiKey');

/** Clients of the token endpoint (OAuth client_credentials). */
export const apiClients = recordStore<ApiClient>('apiClient');
