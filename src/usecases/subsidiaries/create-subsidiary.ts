import { CALENDAR_MONTHS } from '@/core/periods/fiscal-calendar';
import { foundingPeriods } from '@/core/periods/founding-years';
import { insertPeriods } from '@/db/stores/founding';
import { organizationSettings } from '@/db/stores/organization-settings';
import {
  copyPeriods,
  reachNewSubsidiary,
  type SubsidiaryRecord,
  subsidiaries,
} from '@/db/stores/structure/subsidiaries';
import { newId } from '@/lib/ids';
import { type Context, defineUseCase } from '../kit/define';
import { demandEverywhere, demandReach } from '../kit/reach';
import { nextRecordCode } from '../kit/record-code';
import { subsidiaryCreate } from './subsidiary-fields';
import { demandFreeCode, demandSubsidiaryParent } from './subsidiary-parent';

/**
 * Creates a subsidiary with the same fiscal periods as its parent (or as the first subsidiary), all open. Refuses
 * PARENT_NOT_FOUND, DUPLICATE (code), FORBIDDEN for a caller confined to other subsidiaries.
 */
export const createSubsidiary = defineUseCase({
  name: 'subsidiaries.create',
  permission: 'org.structure.write',
  mode: 'write',
  input: subsidiaryCreate,
  async run(context, input): Promise<SubsidiaryRecord> {
    const { tenant } = context;
    const parentId = input.parentId ?? null;
    demandPlace(context, parentId);
    const parent = await demandSubsidiaryParent(tenant, null, parentId);
    const code = input.code ?? (await nextRecordCode(tenant, 'SUB', (taken) => isTaken(context, taken)));
    await demandFreeCode(tenant, code, null);
    const settings = await organizationSettings(tenant);
    const id = newId();
    await reachNewSubsidiary(tenant, id);
    const after = await subsidiaries.insert(tenant, {
      id,
      name: input.name ?? code,
      code,
      description: input.description ?? null,
      parentId,
      baseCurrency: input.baseCurrency ?? parent?.baseCurrency ?? settings.baseCurrency,
      countryCode: input.countryCode ?? null,
      ownershipPercent: input.ownershipPercent ?? '100',
      isElimination: input.isElimination ?? false,
      recordStatus: input.recordStatus ?? 'active',
    });
    await openBooks(context, after, parentId, settings.fiscalYearStartMonth);
    context.record({ noun: 'subsidiary', recordId: after.id, after });
    return after;
  },
});

const isTaken = async ({ tenant }: Context, code: string) =>
  (await subsidiaries.findWhere(tenant, { code })) !== null;

/** A caller confined to some subsidiaries may add only below them. */
function demandPlace({ principal }: Context, parentId: string | null): void {
  if (parentId === null) demandEverywhere(principal, 'org.structure.write');
  else demandReach(principal, 'org.structure.write', { subsidiaryId: parentId });
}

async function openBooks(
  { tenant, clock }: Context,
  made: SubsidiaryRecord,
  parentId: string | null,
  startMonth: number,
): Promise<void> {
  const [first] = await subsidiaries.list(tenant, {
    where: { id: { not: made.id } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: 1,
  });
  const model = parentId ?? first?.id;
  if (model !== undefined && (await copyPeriods(tenant, model, made.id)) > 0) return;
  const periods = foundingPeriods(clock.today(), { ...CALENDAR_MONTHS, startMonth });
  await insertPeriods(tenant, made.id, periods);
}
