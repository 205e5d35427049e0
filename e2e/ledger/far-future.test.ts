import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { FAR_FUTURE_DAYS } from '@/core/transactions/overridable-checks';
import { closeConnections } from '@/db/client';
import { approvedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';

afterAll(closeConnections);

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-01' });
});

const post = (id: string, postingDate: string, overrideChecks = false) =>
  runForOutput(postTransaction, org.callAs('controller'), { id, postingDate, overrideChecks });

describe('a posting date in the future', () => {
  it('is accepted up to 30 days ahead', async () => {
    const { id } = await approvedDocument(org);
    const last = addDays('2026-11-01', FAR_FUTURE_DAYS);
    expect(last).toBe('2026-12-01');
    await post(id, last);
    const { status } = await runForOutput(getTransaction, org.callAs('viewer'), { id });
    expect(status).toBe('POSTED');
  });

  it('raises FAR_FUTURE_DATE from the 31st day on, in the preview and in the posting alike, until overridden', async () => {
    const { id } = await approvedDocument(org, { transactionDate: '2026-12-02' });
    const warned = [{ check: 'FAR_FUTURE_DATE' }];
    const input = { id, postingDate: '2026-12-02' };
    const preview = await runForOutput(transactionGlImpact, org.callAs('controller'), input);
    expect(preview.warnings).toMatchObject(warned);
    await expect(post(id, '2026-12-02')).rejects.toMatchObject({
      refusal: { code: 'CHECKS_FAILED', data: { checks: warned } },
    });
    const { status } = await runForOutput(getTransaction, org.callAs('viewer'), { id });
    expect(status).toBe('APPROVED');
    await post(id, '2026-12-02', true);
  });
});
