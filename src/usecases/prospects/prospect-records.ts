import { z } from 'zod';
import { moveProspect, type ProspectStatus } from '@/core/sales/prospect-status';
import { type ProspectRecord, prospects } from '@/db/stores/sales/prospects';
import { crud, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { prospectCreate, prospectUpdate } from './prospect-fields';

const verbs = crud({
  noun: 'prospect',
  plural: 'prospects',
  store: prospects,
  read: 'crm.prospect.read',
  write: 'crm.prospect.write',
  remove: 'crm.prospect.delete',
  create: prospectCreate,
  update: prospectUpdate,
  prepareUpdate: (_context, _before, input) => input,
  async prepareCreate({ tenant }, input) {
    if (input.name !== undefined) return input;
    const isTaken = async (code: string) => (await prospects.findWhere(tenant, { code })) !== null;
    const code = input.code ?? (await nextRecordCode(tenant, 'PROS', isTaken));
    return { ...input, code, name: code };
  },
});

export const createProspect = verbs.create;
export const getProspect = verbs.get;
export const removeProspect = verbs.remove;

/**
 * Changes a prospect; omitted fields keep their values. Any status change is allowed except out of `converted`:
 * ALREADY_CONVERTED, also when a conversion commits in between (decisions.md, surface A, "Status moves").
 */
export const updateProspect = defineUseCase({
  name: 'prospects.update',
  permission: 'crm.prospect.write',
  mode: 'write',
  input: z.object({ id: z.guid(), data: prospectUpdate }),
  async run(context, { id, data }): Promise<ProspectRecord> {
    const { tenant } = context;
    const before = (await prospects.find(tenant, id)) ?? refuseNotFound('prospect', id);
    expectVersion(context, before);
    const to = data.prospectStatus;
    if (to !== undefined) demandMove(before, to);
    const guard = {
      ...(context.expectedVersion === undefined ? {} : { version: context.expectedVersion }),
      ...(to === undefined || to === 'converted' ? {} : { prospectStatus: { not: 'converted' } }),
    };
    const after = await prospects.updateWhere(tenant, id, guard, data);
    if (after === null) {
      const now = (await prospects.find(tenant, id)) ?? refuseNotFound('prospect', id);
      expectVersion(context, now);
      if (to !== undefined) demandMove(now, to);
      throw new Error('a prospect refused an update for no reason');
    }
    context.record({ noun: 'prospect', recordId: id, before, after });
    return after;
  },
});

function demandMove(prospect: ProspectRecord, to: ProspectStatus): void {
  const status = prospect.prospectStatus as ProspectStatus;
  valueOrThrow(moveProspect({ id: prospect.id, status }, to));
}
