import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import {
  type CommitmentLineRecord,
  type CommitmentRecord,
  commitmentLines,
  commitments,
} from '@/db/stores/sales/commitments';
import { insertLines } from '@/db/stores/sales/project-lines';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { nextRecordCode } from '@/usecases/kit/record-code';
import { type PricedLine, priceLines } from './price-lines';
import { commitmentCreate, commitmentUpdate, pageInput, slice } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';

export type CommitmentDetails = CommitmentRecord & {
  /** Original amount plus approved changes. */
  revisedAmount: string;
  /** Revised amount less the invoiced amount. */
  openAmount: string;
  lines: CommitmentLineRecord[];
};

/** Creates a subcontract; its amount is the sum of its lines. */
export const createCommitment = defineUseCase({
  name: 'commitments.create',
  permission: 'project.write',
  mode: 'write',
  input: commitmentCreate,
  async run(context, { lines, ...data }): Promise<CommitmentDetails> {
    const project = await reachProject(context, data.projectId);
    const made = await storeCommitment(
      context,
      project.currencyCode,
      { ...data, commitmentKind: 'SUBCONTRACT' },
      lines,
    );
    const [after] = await withLines(context, [made]);
    if (after === undefined) throw new Error('a commitment was lost');
    context.record({ noun: 'commitment', recordId: made.id, after });
    return after;
  },
});

/** A commitment with its lines. */
export const getCommitment = defineUseCase({
  name: 'commitments.get',
  permission: 'project.read',
  mode: 'read',
  input: byId,
  async run(context, { id }): Promise<CommitmentDetails> {
    const { record } = await reachRecordOfProject(
      context,
      'commitment',
      id,
      await commitments.find(context.tenant, id),
    );
    const [found] = await withLines(context, [record]);
    return found ?? refuseNotFound('commitment', id);
  },
});

/** The commitments of a project with their lines, by number. */
export const listCommitments = defineUseCase({
  name: 'commitments.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ projectId: z.guid(), ...pageInput }),
  async run(context, { projectId, ...page }): Promise<{ rows: CommitmentDetails[]; total: number }> {
    await reachProject(context, projectId);
    const found = await commitments.page(context.tenant, {
      where: { projectId },
      orderBy: [{ commitmentNumber: 'asc' }],
      ...slice(page),
    });
    return { rows: await withLines(context, found.rows), total: found.total };
  },
});

/** Changes a commitment's title, status or invoiced amount; the committed amount changes only by change orders. */
export const updateCommitment = defineUseCase({
  name: 'commitments.update',
  permission: 'project.write',
  mode: 'write',
  input: z.object({ id: z.guid(), data: commitmentUpdate }),
  async run(context, { id, data }): Promise<CommitmentRecord> {
    const { record: before } = await reachRecordOfProject(
      context,
      'commitment',
      id,
      await commitments.find(context.tenant, id),
    );
    expectVersion(context, before);
    const after =
      (await commitments.update(context.tenant, id, data, context.expectedVersion)) ??
      refuseNotFound('commitment', id);
    context.record({ noun: 'commitment', recordId: id, before, after });
    return after;
  },
});

interface CommitmentInput {
  readonly projectId: string;
  readonly commitmentNumber?: string | undefined;
  readonly title: string;
  readonly vendorId?: string | null | undefined;
  readonly committedOn: string;
  readonly commitmentState: string;
  readonly commitmentKind: 'SUBCONTRACT' | 'PURCHASE_ORDER';
}

/** Stores a commitment and its priced lines. */
export async function storeCommitment(
  { tenant }: Context,
  currencyCode: string,
  { commitmentNumber, ...data }: CommitmentInput,
  lines: readonly PricedLine[],
): Promise<CommitmentRecord> {
  const priced = priceLines(lines, currencyCode);
  const isTaken = async (code: string) =>
    (await commitments.findWhere(tenant, { commitmentNumber: code })) !== null;
  const made = await commitments.insert(tenant, {
    ...data,
    commitmentNumber: commitmentNumber ?? (await nextRecordCode(tenant, 'CMT', isTaken)),
    currencyCode,
    originalAmount: priced.total,
  });
  await insertLines(
    tenant,
    'commitment_lines',
    priced.lines.map(({ lineNumber, costCode, description, quantity, unitPrice, amount }) => ({
      commitmentId: made.id,
      lineNumber,
      costCode,
      description,
      quantity,
      unitPrice,
      amount,
    })),
  );
  return made;
}

async function withLines(
  { tenant }: Context,
  rows: readonly CommitmentRecord[],
): Promise<CommitmentDetails[]> {
  const lines = await commitmentLines.list(tenant, {
    where: { commitmentId: { in: rows.map((row) => row.id) } },
    orderBy: [{ lineNumber: 'asc' }],
  });
  return rows.map((row) => {
    const revised = dec(row.originalAmount).plus(row.approvedChanges);
    return {
      ...row,
      revisedAmount: toAmountString(revised, row.currencyCode),
      openAmount: toAmountString(revised.minus(row.invoicedAmount), row.currencyCode),
      lines: lines.filter((line) => line.commitmentId === row.id),
    };
  });
}
