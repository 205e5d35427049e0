import { z } from 'zod';
import { periods } from '@/db/stores/structure/periods';
import { defineUseCase } from '../kit/define';
import { type PeriodView, periodView } from './period-view';

/** The periods of the organization, or of one subsidiary or year, in order. */
export const listPeriods = defineUseCase({
  name: 'periods.list',
  permission: 'gl.period.read',
  mode: 'read',
  input: z.object({ subsidiaryId: z.guid().optional(), fiscalYear: z.int().optional() }),
  async run({ tenant, clock }, { subsidiaryId, fiscalYear }): Promise<PeriodView[]> {
    const rows = await periods.list(tenant, {
      where: {
        ...(fiscalYear === undefined ? {} : { fiscalYear }),
        ...(subsidiaryId === undefined ? {} : { subsidiaryId }),
      },
      orderBy: [{ subsidiaryId: 'asc' }, { fiscalYear: 'asc' }, { periodNumber: 'asc' }],
    });
    return rows.map((row) => periodView(row, clock.now()));
  },
});
