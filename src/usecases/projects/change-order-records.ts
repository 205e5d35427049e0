import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { refuse } from '@/core/refusals';
import { addApprovedChange, commitments } from '@/db/stores/sales/commitments';
import { type ChangeOrderRecord, changeOrders, primeContracts } from '@/db/stores/sales/prime-contracts';
import { refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { demandMinorUnits } from './price-lines';
import { changeOrderCreate, pageInput, slice } from './project-fields';
import { reachRecordOfProject } from './project-rules';

/** Requests a change to a prime contract or a commitment; it takes effect once it is approved. */
export const createChangeOrder = defineUseCase({
  name: 'changeOrders.create',
  permission: 'project.write',
  mode: 'write',
  input: changeOrderCreate,
  async run(context, { changeNumber, ...data }): Promise<ChangeOrderRecord> {
    const { tenant } = context;
    const { project } = await parentOf(context, data);
    demandMinorUnits(project.currencyCode, [{ path: ['amount'], amount: data.amount }]);
    const isTaken = async (code: string) =>
      (await changeOrders.findWhere(tenant, { changeNumber: code })) !== null;
    const after = await changeOrders.insert(tenant, {
      ...data,
      changeNumber: changeNumber ?? (await nextRecordCode(tenant, 'CO', isTaken)),
    });
    context.record({ noun: 'change order', recordId: after.id, after });
    return shown(after, project);
  },
});

/** A page of the change orders of a prime contract or a commitment, by number, and how many there are. */
export const listChangeOrders = defineUseCase({
  name: 'changeOrders.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ primeContractId: z.guid().optional(), commitmentId: z.guid().optional(), ...pageInput }),
  async run(context, { commitmentId = null, primeContractId = null, ...page }) {
    const { project } = await parentOf(context, { commitmentId, primeContractId });
    const where = commitmentId === null ? { primeContractId } : { commitmentId };
    const { rows, total } = await changeOrders.page(context.tenant, {
      where,
      orderBy: [{ changeNumber: 'asc' }, { id: 'asc' }],
      ...slice(page),
    });
    return { rows: rows.map((row) => shown(row, project)), total };
  },
});

const decideInput = z.object({ id: z.guid(), decidedOn: day.optional() });

/** Approves a pending change, which then updates the contract's revised amount or the commitment, once. */
export const approveChangeOrder = defineUseCase({
  name: 'changeOrders.approve',
  permission: 'project.write',
  mode: 'write',
  input: decideInput,
  run: (context, { id, decidedOn }) => decide(context, id, 'APPROVED', decidedOn ?? context.clock.today()),
});

/** Rejects a pending change: it never takes effect. */
export const rejectChangeOrder = defineUseCase({
  name: 'changeOrders.reject',
  permission: 'project.write',
  mode: 'write',
  input: decideInput,
  run: (context, { id }) => decide(context, id, 'REJECTED', null),
});

async function decide(
  context: Context,
  id: string,
  to: 'APPROVED' | 'REJECTED',
  approvedOn: string | null,
): Promise<ChangeOrderRecord> {
  const { tenant } = context;
  const before = (await changeOrders.find(tenant, id)) ?? refuseNotFound('change order', id);
  const { project } = await parentOf(context, before);
  // Guarded by the status: of two simultaneous decisions, one wins.
  const after = await changeOrders.updateWhere(
    tenant,
    id,
    { changeState: 'PENDING' },
    { changeState: to, approvedOn },
  );
  if (after === null) {
    const now = (await changeOrders.find(tenant, id)) ?? refuseNotFound('change order', id);
    refuse('INVALID_STATUS_TRANSITION', `A change order that is ${now.changeState} cannot become ${to}.`, {
      from: now.changeState,
      to,
    });
  }
  if (to === 'APPROVED' && after.commitmentId !== null) {
    await addApprovedChange(tenant, after.commitmentId, after.amount);
  }
  context.record({ noun: 'change order', recordId: id, before, after });
  return shown(after, project);
}

/** With the digits of the project's currency. */
const shown = (
  row: ChangeOrderRecord,
  { currencyCode }: { readonly currencyCode: string },
): ChangeOrderRecord => ({
  ...row,
  amount: amountText(row.amount, currencyCode),
});

/** The contract or commitment a change order belongs to, with its project; NOT_FOUND when the caller may not see it. */
async function parentOf(
  context: Context,
  of: {
    readonly primeContractId?: string | null | undefined;
    readonly commitmentId?: string | null | undefined;
  },
) {
  if (of.commitmentId !== undefined && of.commitmentId !== null) {
    const found = await commitments.find(context.tenant, of.commitmentId);
    return reachRecordOfProject(context, 'commitment', of.commitmentId, found);
  }
  const id = of.primeContractId ?? '';
  const found = id === '' ? null : await primeContracts.find(context.tenant, id);
  return reachRecordOfProject(context, 'prime contract', id, found);
}
