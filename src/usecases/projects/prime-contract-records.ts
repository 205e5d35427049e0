import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, sum } from '@/core/money/decimal';
import {
  type ChangeOrderRecord,
  changeOrders,
  type PrimeContractLineRecord,
  type PrimeContractRecord,
  primeContractLines,
  primeContracts,
} from '@/db/stores/sales/prime-contracts';
import { insertLines, removeLines } from '@/db/stores/sales/project-lines';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { demandMinorUnits } from './price-lines';
import { pageInput, primeContractCreate, primeContractUpdate, slice } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';

/** A contract's figures: approved and pending changes, billed to date and still to bill. */
export interface PrimeContractFigures {
  approvedChanges: string;
  pendingChanges: string;
  revisedAmount: string;
  billedAmount: string;
  retainageAmount: string;
  remainingAmount: string;
}

export type PrimeContractSummary = PrimeContractRecord & PrimeContractFigures;
export type PrimeContractDetails = PrimeContractSummary & {
  lines: PrimeContractLineRecord[];
  changeOrders: ChangeOrderRecord[];
};

/** Creates a prime contract; its original amount is the sum of its lines. */
export const createPrimeContract = defineUseCase({
  name: 'primeContracts.create',
  permission: 'project.write',
  mode: 'write',
  input: primeContractCreate,
  async run(context, { lines, contractNumber, ...data }): Promise<PrimeContractDetails> {
    const { tenant } = context;
    const project = await reachProject(context, data.projectId);
    checkLines(lines, project.currencyCode);
    const isTaken = async (code: string) =>
      (await primeContracts.findWhere(tenant, { contractNumber: code })) !== null;
    const made = await primeContracts.insert(tenant, {
      ...data,
      contractNumber: contractNumber ?? (await nextRecordCode(tenant, 'PC', isTaken)),
      currencyCode: project.currencyCode,
      originalAmount: totalOf(lines, project.currencyCode),
    });
    await storeLines(context, made.id, lines);
    const after = await detailsOf(context, made);
    context.record({ noun: 'prime contract', recordId: made.id, after });
    return after;
  },
});

/** A prime contract with its lines and change orders. */
export const getPrimeContract = defineUseCase({
  name: 'primeContracts.get',
  permission: 'project.read',
  mode: 'read',
  input: byId.extend({ projectId: z.guid().optional() }),
  async run(context, { id, projectId }): Promise<PrimeContractDetails> {
    if (projectId !== undefined) await reachProject(context, projectId);
    const { record } = await reachRecordOfProject(
      context,
      'prime contract',
      id,
      await primeContracts.find(context.tenant, id),
    );
    if (projectId !== undefined && record.projectId !== projectId.toLowerCase())
      refuseNotFound('prime contract', id);
    return detailsOf(context, record);
  },
});

/** The prime contracts of a project, by number. */
export const listPrimeContracts = defineUseCase({
  name: 'primeContracts.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ projectId: z.guid(), ...pageInput }),
  async run(context, { projectId, ...page }): Promise<{ rows: PrimeContractSummary[]; total: number }> {
    await reachProject(context, projectId);
    const found = await primeContracts.page(context.tenant, {
      where: { projectId },
      orderBy: [{ contractNumber: 'asc' }],
      ...slice(page),
    });
    const ids = found.rows.map((contract) => contract.id);
    const [lines, changes] = [
      await primeContractLines.list(context.tenant, { where: { primeContractId: { in: ids } } }),
      await changeOrders.list(context.tenant, { where: { primeContractId: { in: ids } } }),
    ];
    const rows = found.rows.map((contract) => ({
      ...contract,
      ...figuresOf(
        contract,
        lines.filter((line) => line.primeContractId === contract.id),
        changes.filter((change) => change.primeContractId === contract.id),
      ),
    }));
    return { rows, total: found.total };
  },
});

/** Changes a prime contract; the lines, when given, replace all existing lines. */
export const updatePrimeContract = defineUseCase({
  name: 'primeContracts.update',
  permission: 'project.write',
  mode: 'write',
  input: z.object({ id: z.guid(), data: primeContractUpdate }),
  async run(context, { id, data: { lines, ...data } }): Promise<PrimeContractDetails> {
    const { tenant } = context;
    const { record, project } = await reachRecordOfProject(
      context,
      'prime contract',
      id,
      await primeContracts.find(tenant, id),
    );
    expectVersion(context, record);
    const before = await detailsOf(context, record);
    if (lines !== undefined) {
      checkLines(lines, project.currencyCode);
      await removeLines(tenant, 'prime_contract_lines', id);
      await storeLines(context, id, lines);
    }
    const changed = await primeContracts.update(
      tenant,
      id,
      { ...data, ...(lines === undefined ? {} : { originalAmount: totalOf(lines, project.currencyCode) }) },
      context.expectedVersion,
    );
    const after = await detailsOf(context, changed ?? refuseNotFound('prime contract', id));
    context.record({ noun: 'prime contract', recordId: id, before, after });
    return after;
  },
});

type LineInput = z.output<typeof primeContractCreate>['lines'][number];

function totalOf(lines: readonly LineInput[], currencyCode: string): string {
  return toAmountString(sum(lines.map((line) => line.amount)), currencyCode);
}

function checkLines(lines: readonly LineInput[], currencyCode: string): void {
  demandMinorUnits(
    currencyCode,
    lines.flatMap((line, index) => [
      { path: ['lines', String(index), 'amount'], amount: line.amount },
      { path: ['lines', String(index), 'billedAmount'], amount: line.billedAmount },
    ]),
  );
}

function storeLines(
  { tenant }: Context,
  primeContractId: string,
  lines: readonly LineInput[],
): Promise<void> {
  return insertLines(
    tenant,
    'prime_contract_lines',
    lines.map(({ costCode, description, amount, billedAmount }, index) => ({
      primeContractId,
      lineNumber: index + 1,
      costCode: costCode ?? null,
      description,
      amount,
      billedAmount,
    })),
  );
}

async function detailsOf({ tenant }: Context, contract: PrimeContractRecord): Promise<PrimeContractDetails> {
  const where = { primeContractId: contract.id };
  const lines = await primeContractLines.list(tenant, { where, orderBy: [{ lineNumber: 'asc' }] });
  const changes = await changeOrders.list(tenant, { where, orderBy: [{ changeNumber: 'asc' }] });
  return { ...contract, ...figuresOf(contract, lines, changes), lines, changeOrders: changes };
}

function figuresOf(
  contract: PrimeContractRecord,
  lines: readonly PrimeContractLineRecord[],
  changes: readonly ChangeOrderRecord[],
): PrimeContractFigures {
  const text = (value: ReturnType<typeof dec>) => toAmountString(value, contract.currencyCode);
  const inState = (state: string) =>
    sum(changes.filter((change) => change.changeState === state).map((change) => change.amount));
  const revised = dec(contract.originalAmount).plus(inState('APPROVED'));
  const billed = sum(lines.map((line) => line.billedAmount));
  return {
    approvedChanges: text(inState('APPROVED')),
    pendingChanges: text(inState('PENDING')),
    revisedAmount: text(revised),
    billedAmount: text(billed),
    retainageAmount: text(billed.times(contract.retainagePercent).div('100')),
    remainingAmount: text(revised.minus(billed)),
  };
}
