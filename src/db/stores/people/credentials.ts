import { recordStore } from '../../record-store';

/** Keys of surface D. */
export const apiKeys = recordStore('ApiKey');

/** Clients of the token endpoint (OAuth client_credentials). */
export const apiClients = recordStore('ApiClient');
