import { z } from 'zod';
import type { SnapshotSummary, SnapshotWithLines } from '@/usecases/projects/budget-snapshot-records';
import type { CommitmentDetails } from '@/usecases/projects/commitment-records';
import type { PurchaseOrderDetails } from '@/usecases/projects/create-purchase-order';
import type { PrimeContractDetails, PrimeContractSummary } from '@/usecases/projects/prime-contract-records';
import { commitmentLine, purchaseOrderCreate } from '@/usecases/projects/project-fields';
import type { ComputedBudgetView } from '@/usecases/projects/show-budget-view';
import { shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

const stamps = { created_at: 'moment', updated_at: 'moment' } as const;

const AMOUNTS = {
  original_amount: 'amount',
  approved_changes: 'amount',
  revised_amount: 'amount',
  committed_amount: 'amount',
  actual_amount: 'amount',
  forecast_to_complete: 'amount',
  projected_amount: 'amount',
  variance_amount: 'amount',
} as const;
const row = shapeOf<ComputedBudgetView['rows'][number]>()({
  cost_code: 'text',
  description: 'text',
  category: 'text',
  ...AMOUNTS,
  pending_changes: 'amount',
  is_budgeted: 'flag',
});
const totals = shapeOf<ComputedBudgetView['totals']>()({ ...AMOUNTS, pending_changes: 'amount' });
const view = shapeOf<ComputedBudgetView>()({
  id: 'id',
  project_id: 'id',
  budget_id: 'id',
  name: 'text',
  description: 'text?',
  columns: 'texts',
  group_by: 'text',
  is_default: 'flag',
  currency_code: 'text',
  ...stamps,
  rows: rowsOf(row),
  totals,
});
export const budgetViewSchema = view.schema;

/** A budget view with its rows. */
export const presentBudgetView = (found: ComputedBudgetView) => view.present(found, found.currencyCode);

const SNAPSHOT = {
  id: 'id',
  project_id: 'id',
  budget_view_id: 'id',
  name: 'text',
  note: 'text?',
  taken_at: 'moment',
  ...stamps,
} as const;
const snapshot = shapeOf<SnapshotSummary>()(SNAPSHOT);
const snapshotLine = shapeOf<SnapshotWithLines['lines'][number]>()({
  id: 'id',
  cost_code: 'text',
  description: 'text',
  category: 'text',
  ...AMOUNTS,
});
const snapshotTotals = shapeOf<SnapshotWithLines['totals']>()(AMOUNTS);
const snapshotDetails = shapeOf<SnapshotWithLines>()({
  ...SNAPSHOT,
  currency_code: 'text',
  lines: rowsOf(snapshotLine),
  totals: snapshotTotals,
});
export const snapshotSchema = snapshot.schema;
export const snapshotDetailsSchema = snapshotDetails.schema;

/** A snapshot as lists show it. */
export const presentSnapshot = (found: SnapshotSummary) => snapshot.present(found);

/** A snapshot with its frozen lines. */
export const presentSnapshotDetails = (found: SnapshotWithLines) =>
  snapshotDetails.present(found, found.currencyCode);

const CONTRACT = {
  id: 'id',
  project_id: 'id',
  contract_number: 'text',
  title: 'text',
  description: 'text?',
  status: ['text', 'contractState'],
  customer_id: 'id?',
  contract_date: 'day',
  start_date: 'day?',
  end_date: 'day?',
  currency_code: 'text',
  original_amount: 'amount',
  approved_changes: 'amount',
  pending_changes: 'amount',
  revised_amount: 'amount',
  billed_amount: 'amount',
  remaining_amount: 'amount',
  retainage_percent: 'digits',
  retainage_amount: 'amount',
  ...stamps,
} as const;
const contract = shapeOf<PrimeContractSummary>()(CONTRACT);
const contractLine = shapeOf<PrimeContractDetails['lines'][number]>()({
  id: 'id',
  line_number: 'count',
  cost_code: 'text?',
  description: 'text',
  amount: 'amount',
  billed_amount: 'amount',
});
const changeOrder = shapeOf<PrimeContractDetails['changeOrders'][number]>()({
  id: 'id',
  change_number: 'text',
  title: 'text',
  status: ['text', 'changeState'],
  amount: 'amount',
  requested_on: 'day',
  approved_on: 'day?',
});
const contractDetails = shapeOf<PrimeContractDetails>()({
  ...CONTRACT,
  lines: rowsOf(contractLine),
  change_orders: rowsOf(changeOrder),
});
export const primeContractSchema = contract.schema;
export const primeContractDetailsSchema = contractDetails.schema;

/** A prime contract as lists show it. */
export const presentPrimeContract = (found: PrimeContractSummary) =>
  contract.present(found, found.currencyCode);

/** A prime contract with its lines and change orders. */
export const presentPrimeContractDetails = (found: PrimeContractDetails) =>
  contractDetails.present(found, found.currencyCode);

const pricedLine = {
  id: 'id',
  line_number: 'count',
  cost_code: 'text',
  description: 'text',
  quantity: 'digits',
  unit_price: 'digits',
  amount: 'amount',
} as const;
const commitmentLineShape = shapeOf<CommitmentDetails['lines'][number]>()(pricedLine);
const commitment = shapeOf<CommitmentDetails>()({
  id: 'id',
  project_id: 'id',
  commitment_number: 'text',
  title: 'text',
  kind: ['text', 'commitmentKind'],
  status: ['text', 'commitmentState'],
  vendor_id: 'id?',
  committed_on: 'day',
  currency_code: 'text',
  original_amount: 'amount',
  approved_changes: 'amount',
  revised_amount: 'amount',
  invoiced_amount: 'amount',
  open_amount: 'amount',
  ...stamps,
  lines: rowsOf(commitmentLineShape),
});
export const commitmentSchema = commitment.schema;

/** A commitment with its lines. */
export const presentCommitment = (found: CommitmentDetails) => commitment.present(found, found.currencyCode);

const orderLine = shapeOf<PurchaseOrderDetails['lines'][number]>()({ ...pricedLine, account_id: 'id?' });
const order = shapeOf<PurchaseOrderDetails>()({
  id: 'id',
  project_id: 'id',
  order_number: 'text',
  commitment_id: 'id',
  commitment_number: 'text',
  vendor_id: 'id',
  order_date: 'day',
  expected_date: 'day?',
  status: ['text', 'orderState'],
  currency_code: 'text',
  total_amount: 'amount',
  memo: 'text?',
  external_reference: 'text?',
  ...stamps,
  lines: rowsOf(orderLine),
});
export const purchaseOrderSchema = order.schema;

/** A purchase order with its lines. */
export const presentPurchaseOrder = (found: PurchaseOrderDetails) => order.present(found, found.currencyCode);

const fields = purchaseOrderCreate.shape;
const lineBody = z.object({
  cost_code: commitmentLine.shape.costCode,
  description: commitmentLine.shape.description,
  quantity: commitmentLine.shape.quantity,
  unit_price: commitmentLine.shape.unitPrice,
  account_id: z.guid().nullish(),
});

/** The body of create-purchase-order: the use-case's fields under this surface's names. */
export const purchaseOrderBody = z
  .object({
    project_id: fields.projectId,
    order_number: fields.orderNumber,
    vendor_id: fields.vendorId,
    order_date: fields.orderDate,
    expected_date: fields.expectedDate,
    currency_code: fields.currencyCode,
    title: fields.title,
    memo: fields.memo,
    external_reference: fields.externalReference,
    lines: z.array(lineBody).min(1).max(2_000),
  })
  .transform((body) => ({
    projectId: body.project_id,
    orderNumber: body.order_number,
    vendorId: body.vendor_id,
    orderDate: body.order_date,
    expectedDate: body.expected_date,
    currencyCode: body.currency_code,
    title: body.title,
    memo: body.memo,
    externalReference: body.external_reference,
    lines: body.lines.map((line) => ({
      costCode: line.cost_code,
      description: line.description,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      accountId: line.account_id,
    })),
  }));
