import { z } from 'zod';
import { AMOUNT_COLUMN, PRICE_COLUMN, RATE_COLUMN } from '@/core/money/column';
import {
  BUDGET_GROUPS,
  COMMITMENT_STATES,
  CONTRACT_STATES,
  PROJECT_STATUSES,
} from '@/core/projects/project-states';
import {
  codeText,
  currencyCode,
  day,
  decimalOf,
  lineText,
  longText,
  nameText,
  recordStatus,
} from '@/usecases/kit/fields';

export const amount = decimalOf(AMOUNT_COLUMN);
const positiveQuantity = decimalOf(RATE_COLUMN, { above: '0' });
const price = decimalOf(PRICE_COLUMN, { min: '0' });

export const companyCreate = z.object({
  code: codeText,
  name: nameText,
  subsidiaryIds: z.array(z.guid()).max(500).default([]),
  externalId: lineText.nullish(),
});
// A schema default would overwrite fields an update leaves out, so updates declare such fields again without one.
export const companyUpdate = companyCreate.partial().extend({
  subsidiaryIds: z.array(z.guid()).max(500).optional(),
  recordStatus: recordStatus.optional(),
});

export const projectCreate = z.object({
  companyId: z.guid(),
  code: codeText,
  name: nameText,
  description: longText.nullish(),
  subsidiaryId: z.guid(),
  customerId: z.guid().nullish(),
  currencyCode,
  startDate: day.nullish(),
  endDate: day.nullish(),
  projectStatus: z.enum(PROJECT_STATUSES).default('ACTIVE'),
  externalId: lineText.nullish(),
});
export const projectUpdate = projectCreate
  .omit({ companyId: true, currencyCode: true })
  .partial()
  .extend({ projectStatus: z.enum(PROJECT_STATUSES).optional(), recordStatus: recordStatus.optional() });

export const budgetLineInput = z.object({
  costCode: codeText,
  description: lineText.default(''),
  category: codeText,
  originalAmount: amount,
  approvedChanges: amount.default('0'),
  pendingChanges: amount.default('0'),
  forecastToComplete: amount.default('0'),
  accountIds: z.array(z.guid()).max(200).default([]),
});

export const budgetCreate = z.object({
  projectId: z.guid(),
  name: nameText,
  isCurrent: z.boolean().default(true),
  lines: z.array(budgetLineInput).max(5_000).default([]),
});
export const budgetUpdate = z.object({
  name: nameText.optional(),
  isCurrent: z.literal(true).optional(),
  recordStatus: recordStatus.optional(),
  lines: z.array(budgetLineInput).max(5_000).optional(),
});

export const budgetViewCreate = z.object({
  projectId: z.guid(),
  budgetId: z.guid(),
  name: nameText,
  description: longText.nullish(),
  columns: z.array(codeText).max(50).default([]),
  groupBy: z.enum(BUDGET_GROUPS).default('category'),
  isDefault: z.boolean().default(false),
});
export const budgetViewUpdate = budgetViewCreate
  .omit({ projectId: true, budgetId: true })
  .partial()
  .extend({
    columns: z.array(codeText).max(50).optional(),
    groupBy: z.enum(BUDGET_GROUPS).optional(),
    isDefault: z.boolean().optional(),
    recordStatus: recordStatus.optional(),
  });

const primeContractLine = z.object({
  costCode: codeText.nullish(),
  description: nameText,
  amount,
  billedAmount: amount.default('0'),
});
export const primeContractCreate = z.object({
  projectId: z.guid(),
  contractNumber: codeText.optional(),
  title: nameText,
  customerId: z.guid().nullish(),
  contractDate: day,
  startDate: day.nullish(),
  endDate: day.nullish(),
  retainagePercent: decimalOf(RATE_COLUMN, { min: '0' }).default('0'),
  contractState: z.enum(CONTRACT_STATES).default('APPROVED'),
  description: longText.nullish(),
  lines: z.array(primeContractLine).min(1).max(2_000),
});
export const primeContractUpdate = primeContractCreate
  .omit({ projectId: true, contractNumber: true })
  .partial()
  .extend({
    contractState: z.enum(CONTRACT_STATES).optional(),
    retainagePercent: decimalOf(RATE_COLUMN, { min: '0' }).optional(),
  });

export const commitmentLine = z.object({
  costCode: codeText,
  description: nameText,
  quantity: positiveQuantity,
  unitPrice: price,
});
export const commitmentCreate = z.object({
  projectId: z.guid(),
  commitmentNumber: codeText.optional(),
  title: nameText,
  vendorId: z.guid().nullish(),
  committedOn: day,
  commitmentState: z.enum(COMMITMENT_STATES).default('APPROVED'),
  lines: z.array(commitmentLine).min(1).max(2_000),
});
export const commitmentUpdate = z.object({
  title: nameText.optional(),
  commitmentState: z.enum(COMMITMENT_STATES).optional(),
  invoicedAmount: decimalOf(AMOUNT_COLUMN, { min: '0' }).optional(),
});

export const purchaseOrderCreate = z.object({
  projectId: z.guid(),
  orderNumber: codeText.optional(),
  vendorId: z.guid(),
  orderDate: day,
  expectedDate: day.nullish(),
  currencyCode: currencyCode.optional(),
  title: nameText.optional(),
  memo: longText.nullish(),
  externalReference: codeText.nullish(),
  lines: z
    .array(commitmentLine.extend({ accountId: z.guid().nullish() }))
    .min(1)
    .max(2_000),
});

export const changeOrderCreate = z
  .object({
    primeContractId: z.guid().optional(),
    commitmentId: z.guid().optional(),
    changeNumber: codeText.optional(),
    title: nameText,
    amount,
    requestedOn: day,
  })
  .refine((input) => (input.primeContractId === undefined) !== (input.commitmentId === undefined), {
    message: 'give either a prime contract or a commitment',
    path: ['primeContractId'],
  });

/** The paging parameters of a list. */
export const pageInput = {
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(100).default(20),
};

/** The number of rows to skip and to take for a page. */
export const slice = ({ page, limit }: { readonly page: number; readonly limit: number }) => ({
  skip: (page - 1) * limit,
  take: limit,
});
