import { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import {
  pipelineTotals,
  prospects,
  streamProspects,
  streamProspectsAbove,
  streamProspectsOfIndustry,
} from '@/db/stores/sales/prospects';
import { defineUseCase } from '@/usecases/kit/define';
import { defineRecordStream } from '@/usecases/kit/record-list';
import { isBoundedSearch, pageContaining } from '@/usecases/kit/search';
import { defineStream } from '@/usecases/kit/stream';
import { prospectStatus } from './prospect-fields';

/** The sort fields of a list of prospects, in the names of the record (decisions.md, surface A). */
export const PROSPECT_SORT_FIELDS = [
  'name',
  'email',
  'company',
  'industry',
  'estimatedRevenue',
  'employeeCount',
  'prospectStatus',
  'lastContactedAt',
  'createdAt',
  'updatedAt',
] as const;

const NEVER_NULL: ReadonlySet<string> = new Set(['name', 'prospectStatus', 'createdAt', 'updatedAt']);

/** One page of prospects; empty values sort last in either direction, ties by id. */
export const listProspects = defineUseCase({
  name: 'prospects.list',
  permission: 'crm.prospect.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(10),
    sortField: z.enum(PROSPECT_SORT_FIELDS).default('createdAt'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
    status: prospectStatus.optional(),
    search: z.string().max(200).optional(),
    /** Of what many prospects contain, no more is counted than the end of the next page. */
    isBounded: isBoundedSearch,
  }),
  async run({ tenant }, { page, limit, sortField, sortOrder, status, search, isBounded }) {
    const order = NEVER_NULL.has(sortField) ? sortOrder : ({ sort: sortOrder, nulls: 'last' } as const);
    const orderBy = [{ [sortField]: order }, { id: sortOrder }];
    return pageContaining(tenant, prospects, {
      search,
      isBounded,
      searchIn: ['name', 'company', 'email'],
      indexed: 'prospect',
      equals: status === undefined ? {} : { prospectStatus: status },
      orderBy,
      skip: (page - 1) * limit,
      take: limit,
    });
  },
});

/** Every prospect in the order of creation (surface B). */
export const streamAllProspects = defineRecordStream({
  name: 'prospects.stream',
  permission: 'crm.prospect.read',
  store: prospects,
  stream: streamProspects,
});

/** 4.1 by industry: the whole name, ignoring case. */
export const prospectsOfIndustry = defineStream({
  name: 'prospects.ofIndustry',
  permission: 'crm.prospect.read',
  input: z.object({ industry: z.string().max(200) }),
  open: (claim, { industry }) => streamProspectsOfIndustry(claim, industry),
});

/** 4.1 high value when `minRevenue` is omitted (decisions.md, surface A, "high-value"). */
export const DEFAULT_MIN_REVENUE = '1000000';

/** 4.1 high value: strictly above `minRevenue`, largest first. */
export const prospectsOfHighValue = defineStream({
  name: 'prospects.ofHighValue',
  permission: 'crm.prospect.read',
  input: z.object({ minRevenue: z.string().default(DEFAULT_MIN_REVENUE) }),
  open: (claim, { minRevenue }) => streamProspectsAbove(claim, minRevenue),
});

/** The pipeline board: the number of prospects in each status and their total estimated revenue. */
export const prospectPipeline = defineUseCase({
  name: 'prospects.pipeline',
  permission: 'crm.prospect.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant }) {
    const totals = new Map((await pipelineTotals(tenant)).map((row) => [row.prospectStatus, row]));
    return PROSPECT_STATUSES.map((status) => ({
      status,
      count: totals.get(status)?.count ?? 0,
      estimatedRevenue: dec(totals.get(status)?.estimatedRevenue ?? '0').toFixed(),
    }));
  },
});
