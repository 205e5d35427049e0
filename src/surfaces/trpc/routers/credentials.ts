import { issueApiClient, listApiClients, revokeApiClient } from '@/usecases/credentials/api-client-verbs';
import { issueApiKey, listApiKeys, revokeApiKey } from '@/usecases/credentials/api-key-verbs';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** API keys of surface D and API clients of the token endpoint. */
export const credentialsRouter = createTrpcRouter({
  keys: procedureFor(listApiKeys),
  issueKey: procedureFor(issueApiKey),
  revokeKey: procedureFor(revokeApiKey),
  clients: procedureFor(listApiClients),
  issueClient: procedureFor(issueApiClient),
  revokeClient: procedureFor(revokeApiClient),
});
