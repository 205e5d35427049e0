import type { ApiClient, ApiKey } from '../generated/client';
import { recordStore } from '../record-store';

/** Keys of surface D. */
export const apiKeys = recordStore<ApiKey>('apiKey');

/** Clients of the token endpoint (OAuth client_credentials). */
export const apiClients = recordStore<ApiClient>('apiClient');
