import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { accountByCode, type CutOverRecord, insertCutOver, listCutOvers } from '@/db/stores/cut-overs';
import { holdPostingPeriod } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { reachSubsidiary } from '@/usecases/subsidiaries/find-subsidiary';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';
import { reachCutOver } from './cut-over-rules';

/** The account of the default chart that takes what is not assigned yet. */
const CLEARING_CODE = '3900';

/**
 * Begins the cut-over of a subsidiary's books (the root's by default) at the end of a day, on which everything is posted. Asked again
 * for the same day, it returns the same cut-over. Refuses DUPLICATE for another day, PERIOD_NOT_OPEN, INVALID_INPUT without an account
 * for clearing in a chart that has no account 3900, REFERENCE_NOT_FOUND.
 */
export const createCutOver = defineUseCase({
  name: 'cutOver.create',
  permission: 'gl.setup.write',
  mode: 'sql',
  input: z.object({
    cutOverDate: day,
    subsidiaryId: anId.optional(),
    clearingAccountId: anId.optional(),
  }),
  async run(context, input): Promise<CutOverRecord> {
    const { tenant, principal } = context;
    const { cutOverDate } = input;
    const subsidiary = await reachSubsidiary(tenant, input.subsidiaryId);
    const known = (await listCutOvers(tenant)).find((one) => one.subsidiaryId === subsidiary.id);
    if (known?.cutOverDate === cutOverDate) return known;
    if (known !== undefined) {
      refuse('DUPLICATE', `The cut-over of this subsidiary is on ${known.cutOverDate}.`, {
        noun: 'cut-over',
        field: 'cutOverDate',
        value: known.cutOverDate,
      });
    }
    const period = await holdPostingPeriod(tenant, subsidiary.id, cutOverDate);
    if (period?.status !== 'OPEN') {
      refuse(
        'PERIOD_NOT_OPEN',
        `${cutOverDate} is not in an open period. Create its fiscal year or open the period.`,
        {
          date: cutOverDate,
          period: period?.label ?? null,
          status: period?.status ?? 'NOT_OPEN',
          subsidiaryId: subsidiary.id,
        },
      );
    }
    const clearingAccountId = input.clearingAccountId ?? (await accountByCode(tenant, CLEARING_CODE));
    if (clearingAccountId === null) {
      const message = `is required, because the chart has no account ${CLEARING_CODE}`;
      refuse('INVALID_INPUT', `clearingAccountId: ${message}`, {
        issues: [{ path: ['clearingAccountId'], message }],
      });
    }
    const id = newId();
    const { actor } = principal;
    await insertCutOver(tenant, {
      id,
      subsidiaryId: subsidiary.id,
      cutOverDate,
      clearingAccountId,
      createdBy: actor.kind === 'user' ? actor.id : null,
      createdByName: actor.name,
    });
    const after = await reachCutOver(tenant, id);
    context.record({ noun: 'cut-over', recordId: id, after });
    return after;
  },
});

/** The cut-overs within reach, the latest first. */
export const listAllCutOvers = defineUseCase({
  name: 'cutOver.list',
  permission: 'gl.setup.read',
  mode: 'read',
  input: z.object({}),
  run: ({ tenant }): Promise<CutOverRecord[]> => listCutOvers(tenant),
});
