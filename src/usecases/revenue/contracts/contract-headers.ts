import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  changeContractHeader,
  type HeaderChanges,
  lockContractHeader,
  type RevenueContractHeader,
  revenueContractHeaders,
  streamRevenueContractHeaders,
} from '@/db/revenue/contracts/contract-headers';
import { crud, expectVersion, refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { demandDraftFor, demandDraftToRemove } from '../../kit/draft-records';
import { anId, codeText, currencyCode, day, lineText, longText, recordStatus } from '../../kit/fields';
import { defineRecordStream } from '../../kit/record-list';

import { contractCreateInput } from './contract-input';
import { draftContract } from './create-contract';
import { updateContract } from './update-contract';

/** The header fields of a revenue contract a caller may set; price, status and schedules belong to the engine. */
export const contractHeaderFields = z.object({
  contractNumber: codeText.optional(),
  name: lineText.nullish(),
  customerId: z.guid().nullish(),
  subsidiaryId: z.guid().optional(),
  currencyCode: currencyCode.optional(),
  /** Omitted on create: today. */
  contractDate: day.optional(),
  startDate: day.nullish(),
  endDate: day.nullish(),
  subscriptionId: z.guid().nullish(),
  notes: longText.nullish(),
  recordStatus: recordStatus.optional(),
});

/** Fields that affect the price: only the engine changes them, and only in a draft. */
const PRICED = ['customerId', 'contractDate', 'startDate', 'endDate'] as const;

/** Fields that determine which books a contract belongs to: they can change only while a draft has no price. */
const PLACED = ['contractNumber', 'subsidiaryId', 'currencyCode'] as const;

const listed = {
  permission: 'revenue.read',
  store: revenueContractHeaders,
} as const;

const records = crud({
  noun: 'revenue contract',
  plural: 'revenue',
  store: revenueContractHeaders,
  read: 'revenue.read',
  write: 'revenue.write',
  create: contractHeaderFields,
  update: contractHeaderFields,
  prepareCreate: (_context, input) => input,
  prepareUpdate: (_context, _before, input) => input,
  guardRemove: async (_context, before) =>
    demandDraftToRemove('revenue contract', before.id, before.contractStatus),
});

const create = defineUseCase({
  name: 'revenue.create',
  permission: 'revenue.write',
  mode: 'sql',
  input: contractHeaderFields,
  async run(context, { recordStatus: status, ...input }): Promise<RevenueContractHeader> {
    const { id } = await draftContract(context, contractCreateInput.parse(input));
    if (status === 'inactive') await changeContractHeader(context.tenant, id, { recordStatus: status });
    return headerOf(context, id);
  },
});

/** Drafts change through the engine; for an active contract only its name, notes and record status can change. */
const update = defineUseCase({
  name: 'revenue.update',
  permission: 'revenue.write',
  mode: 'sql',
  input: z.object({ id: anId, data: contractHeaderFields }),
  async run(context, { id, data }): Promise<RevenueContractHeader> {
    const before = await headerOf(context, id);
    expectVersion(context, before);
    const moved = movedFields(before, data);
    demandDraftFor(before, before.contractStatus, moved, [...PRICED, ...PLACED]);
    const placed = PLACED.filter((field) => moved[field] !== undefined);
    if (placed.length > 0 && before.terms !== null) {
      refuse('IN_USE', `The contract is priced, so its ${placed.join(', ')} cannot change.`, {
        noun: 'revenue contract',
        id,
        by: 'its price',
      });
    }
    const priced = pick(moved, PRICED);
    if (Object.keys(priced).length > 0) await updateContract.run(context, { id, data: priced });
    const rest = pick(moved, [...PLACED, 'name', 'notes', 'subscriptionId', 'recordStatus']);
    if (Object.keys(rest).length > 0) await changeContractHeader(context.tenant, id, rest as HeaderChanges);
    const after = await headerOf(context, id);
    if (Object.keys(rest).length > 0)
      context.record({ noun: 'revenue contract', recordId: id, before, after });
    return after;
  },
});

/** The verbs of revenue contract headers as records (surface B `revenue`). */
export const contractHeaderVerbs = {
  create,
  get: records.get,
  update,
  remove: records.remove,
  stream: defineRecordStream({ ...listed, name: 'revenue.stream', stream: streamRevenueContractHeaders }),
};

async function headerOf({ tenant }: Context, id: string): Promise<RevenueContractHeader> {
  return (await lockContractHeader(tenant, id)) ?? refuseNotFound('revenue contract', id);
}

type HeaderInput = z.output<typeof contractHeaderFields>;

function movedFields(before: RevenueContractHeader, input: HeaderInput): HeaderInput {
  const shown: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(input).filter(([field, value]) => value !== undefined && value !== (shown[field] ?? null)),
  );
}

function pick<Key extends keyof HeaderInput>(input: HeaderInput, fields: readonly Key[]) {
  return Object.fromEntries(
    fields.filter((field) => input[field] !== undefined).map((field) => [field, input[field]]),
  ) as Pick<HeaderInput, Key>;
}
