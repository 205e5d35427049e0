import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { checkChildless } from '@/core/subsidiaries/tree';
import { lockSubsidiaryTree, type SubsidiaryRecord, subsidiaries } from '@/db/stores/structure/subsidiaries';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { storeOwnership } from './record-ownership';
import { subsidiaryUpdate } from './subsidiary-fields';
import { demandFreeCode, demandSubsidiaryParent } from './subsidiary-parent';

export type { SubsidiaryRecord };

/** One subsidiary. Refuses NOT_FOUND. */
export const getSubsidiary = defineUseCase({
  name: 'subsidiaries.get',
  permission: 'org.structure.read',
  mode: 'read',
  input: byId,
  async run({ tenant }, { id }): Promise<SubsidiaryRecord> {
    return (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id);
  },
});

/**
 * Changes a subsidiary; omitted fields keep their values, parentId null makes it top level (interface 4.4). Another ownership
 * share is in force from today on and changes no consolidation of an earlier day. Refuses
 * NOT_FOUND, STALE_VERSION, SELF_PARENT, PARENT_NOT_FOUND, CYCLE, DUPLICATE.
 */
export const updateSubsidiary = defineUseCase({
  name: 'subsidiaries.update',
  permission: 'org.structure.write',
  mode: 'write',
  input: z.object({ id: z.guid(), data: subsidiaryUpdate }),
  async run(context, { id, data }): Promise<SubsidiaryRecord> {
    const { tenant } = context;
    const before = (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id);
    expectVersion(context, before);
    if (data.parentId !== undefined) await demandSubsidiaryParent(tenant, before.id, data.parentId);
    if (data.code !== undefined) await demandFreeCode(tenant, data.code, before.id);
    const { ownershipPercent: percent } = data;
    if (percent !== undefined && !dec(percent).equals(before.ownershipPercent)) {
      // A share changed here is in force from today on; record-ownership takes another day.
      await storeOwnership(context, before, { percent, effectiveDate: context.clock.today(), reason: null });
    }
    const after = await subsidiaries.update(tenant, before.id, data, context.expectedVersion);
    if (after === null) {
      const now = (await subsidiaries.find(tenant, before.id)) ?? refuseNotFound('subsidiary', id);
      expectVersion(context, now);
      throw new Error('a subsidiary refused an update for no reason');
    }
    context.record({ noun: 'subsidiary', recordId: before.id, before, after });
    return after;
  },
});

/**
 * Deletes a subsidiary that nothing depends on. Refuses NOT_FOUND, HAS_CHILDREN (interface 4.4), and IN_USE when
 * documents or other records refer to it.
 */
export const removeSubsidiary = defineUseCase({
  name: 'subsidiaries.remove',
  permission: 'org.structure.write',
  mode: 'write',
  input: byId,
  async run(context, { id }): Promise<SubsidiaryRecord> {
    const { tenant } = context;
    await lockSubsidiaryTree(tenant);
    const before = (await subsidiaries.find(tenant, id)) ?? refuseNotFound('subsidiary', id);
    expectVersion(context, before);
    const children = await subsidiaries.count(tenant, { parentId: before.id });
    valueOrThrow(checkChildless({ noun: 'subsidiary', id: before.id }, children));
    if (!(await subsidiaries.remove(tenant, before.id))) refuseNotFound('subsidiary', id);
    context.record({ noun: 'subsidiary', recordId: before.id, before });
    return before;
  },
});
