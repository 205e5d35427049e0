import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { listProspects, prospectPipeline } from './list-prospects';
import { previewConversion } from './preview-conversion';
import { createProspect, updateProspect } from './prospect-records';

afterAll(closeConnections);

describe('the pipeline board', () => {
  test('counts and sums the active prospects of each status, exactly, in the order of 3.1', async () => {
    const call = (await foundTestOrganization()).callAs('sales');
    const add = (prospectStatus: string, estimatedRevenue: string | null) =>
      runForOutput(createProspect, call, { name: 'P', prospectStatus, estimatedRevenue });
    await add('contacted', '0.1');
    await add('contacted', '0.2');
    await add('contacted', null);
    const { id } = await add('researching', '999');
    await runForOutput(updateProspect, call, { id, data: { recordStatus: 'inactive' } });
    const board = await runForOutput(prospectPipeline, call, {});
    expect(
      board.map(({ status, count, estimatedRevenue }) => `${status} ${count} ${estimatedRevenue}`),
    ).toEqual([
      'researching 0 0',
      'contacted 3 0.3',
      'evaluating 0 0',
      'qualified 0 0',
      'unqualified 0 0',
      'converted 0 0',
    ]);
    const column = await runForOutput(listProspects, call, { status: 'contacted' });
    expect(column.total).toBe(3);
  });

  test('previews the result of a conversion, including the components of the score, and changes nothing', async () => {
    const call = (await foundTestOrganization()).callAs('sales');
    const prospect = await runForOutput(createProspect, call, {
      name: 'Ada',
      company: 'Engines Ltd',
      estimatedRevenue: '5000000',
    });
    const preview = await runForOutput(previewConversion, call, { id: prospect.id });
    expect(preview).toEqual({
      prospect,
      isConvertible: true,
      lead: expect.objectContaining({ source: `prospect:${prospect.id}`, status: 'new', score: 43 }),
      scoreParts: { revenue: 34, headcount: 0, status: 4, completeness: 5 },
      customer: { companyName: 'Engines Ltd', contactEmail: null, contactPhone: null, status: 'active' },
    });
  });
});
