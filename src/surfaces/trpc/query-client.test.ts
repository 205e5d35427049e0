import { expect, it, vi } from 'vitest';
import { makeQueryClient } from './query-client';

it('what is refused while a page is rendered is asked once: the page arrives with the refusal, not after retries', async () => {
  const client = makeQueryClient();
  const asked = vi.fn(() => Promise.reject(new Error('No rate of that day')));
  await client.prefetchQuery({ queryKey: ['refused'], queryFn: asked });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(['refused'])?.status).toBe('error');
});
