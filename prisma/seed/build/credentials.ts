import { issueApiClient } from '@/usecases/credentials/api-client-verbs';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import type { Stage } from './stage';

/** An API key for the external project-management system, bound to its company. */
export async function buildApiKey(stage: Stage, companyId: string): Promise<string> {
  const { key } = await stage.run('admin', issueApiKey, { name: 'Project management system', companyId });
  return key;
}

/** An API client for integrations that use surfaces A, B and C. */
export async function buildApiClient(
  stage: Stage,
): Promise<{ readonly id: string; readonly clientId: string; readonly clientSecret: string }> {
  const { apiClient, clientSecret } = await stage.run('admin', issueApiClient, {
    name: 'Billing integration',
    roles: ['accountant', 'sales'],
  });
  return { id: apiClient.id, clientId: apiClient.clientId, clientSecret };
}
