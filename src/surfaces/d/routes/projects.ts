import { z } from 'zod';
import { getSnapshot, listSnapshots } from '@/usecases/projects/budget-snapshot-records';
import { listCommitments } from '@/usecases/projects/commitment-records';
import { createPurchaseOrder } from '@/usecases/projects/create-purchase-order';
import { getPrimeContract, listPrimeContracts } from '@/usecases/projects/prime-contract-records';
import { listBudgetViews } from '@/usecases/projects/show-budget-view';
import { perform } from '../../kit/perform';
import { defineRoute } from '../../kit/route';
import { data, dataOf, listOf, page } from '../fields/answers';
import {
  budgetViewSchema,
  commitmentSchema,
  presentBudgetView,
  presentCommitment,
  presentPrimeContract,
  presentPrimeContractDetails,
  presentPurchaseOrder,
  presentSnapshot,
  presentSnapshotDetails,
  primeContractDetailsSchema,
  primeContractSchema,
  purchaseOrderBody,
  purchaseOrderSchema,
  snapshotDetailsSchema,
  snapshotSchema,
} from '../fields/projects';
import { optionalId, paging, requiredId } from '../fields/query';

const none = z.object({});
const shared = { section: '4.6', tag: 'External: projects', params: none } as const;
const ofProject = z.object({ project_id: requiredId, ...paging });

/** Section 4.6 and decisions.md, surface D: the data a project-management system reads, and the orders it creates. */
export const projectRoutes = [
  defineRoute({
    ...shared,
    operation: 'D.budgetViews.list',
    method: 'GET',
    path: '/api/external/budget-views',
    summary: 'Budget views of a project, with their rows',
    query: ofProject,
    body: null,
    success: { status: 200, schema: listOf(budgetViewSchema) },
    handle: ({ call, query, inbound }) =>
      perform(listBudgetViews, call, { projectId: query.project_id, ...at(query) }, ({ rows, total }) =>
        page(inbound, rows.map(presentBudgetView), total, query),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.budgetViewSnapshots.list',
    method: 'GET',
    path: '/api/external/budget-view-snapshots',
    summary: 'Snapshots of a project’s budget views, newest first',
    query: ofProject.extend({ budget_view_id: optionalId }),
    body: null,
    success: { status: 200, schema: listOf(snapshotSchema) },
    handle: ({ call, query, inbound }) =>
      perform(
        listSnapshots,
        call,
        { projectId: query.project_id, budgetViewId: query.budget_view_id, ...at(query) },
        ({ rows, total }) => page(inbound, rows.map(presentSnapshot), total, query),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.budgetViewSnapshots.get',
    method: 'GET',
    path: '/api/external/budget-view-snapshot',
    summary: 'One snapshot with its frozen lines',
    query: z.object({ project_id: requiredId, snapshot_id: requiredId }),
    body: null,
    success: { status: 200, schema: dataOf(snapshotDetailsSchema) },
    handle: ({ call, query }) =>
      perform(getSnapshot, call, { id: query.snapshot_id, projectId: query.project_id }, (found) =>
        data(presentSnapshotDetails(found)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.primeContracts.list',
    method: 'GET',
    path: '/api/external/prime-contracts',
    summary: 'Prime contracts of a project',
    query: ofProject,
    body: null,
    success: { status: 200, schema: listOf(primeContractSchema) },
    handle: ({ call, query, inbound }) =>
      perform(listPrimeContracts, call, { projectId: query.project_id, ...at(query) }, ({ rows, total }) =>
        page(inbound, rows.map(presentPrimeContract), total, query),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.primeContracts.get',
    method: 'GET',
    path: '/api/external/prime-contract-details',
    summary: 'One prime contract with its lines and change orders',
    query: z.object({ project_id: requiredId, prime_contract_id: requiredId }),
    body: null,
    success: { status: 200, schema: dataOf(primeContractDetailsSchema) },
    handle: ({ call, query }) =>
      perform(getPrimeContract, call, { id: query.prime_contract_id, projectId: query.project_id }, (found) =>
        data(presentPrimeContractDetails(found)),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.projectCommitments.list',
    method: 'GET',
    path: '/api/external/project-commitments',
    summary: 'Commitments of a project with their lines',
    query: ofProject,
    body: null,
    success: { status: 200, schema: listOf(commitmentSchema) },
    handle: ({ call, query, inbound }) =>
      perform(listCommitments, call, { projectId: query.project_id, ...at(query) }, ({ rows, total }) =>
        page(inbound, rows.map(presentCommitment), total, query),
      ),
  }),
  defineRoute({
    ...shared,
    operation: 'D.purchaseOrders.create',
    method: 'POST',
    path: '/api/external/create-purchase-order',
    summary: 'Create a purchase order; it is also a commitment on the project’s budget',
    query: none,
    body: purchaseOrderBody,
    success: { status: 201, schema: dataOf(purchaseOrderSchema) },
    example: {
      body: {
        project_id: '0190b3c8-6f2e-7c3a-9d41-5a8e2f7b1c60',
        vendor_id: '0190b3c8-6f2e-7c3a-9d41-5a8e2f7b1c61',
        order_date: '2026-11-20',
        currency_code: 'USD',
        memo: 'Deliver to gate 3',
        external_reference: 'PM-4711',
        lines: [
          { cost_code: '03-100', description: 'Ready-mix concrete', quantity: '24', unit_price: '145.50' },
        ],
      },
    },
    handle: ({ call, body }) =>
      perform(createPurchaseOrder, call, body, (made) => data(presentPurchaseOrder(made), 201)),
  }),
];

/** The position of a page in the list. */
function at({ page: number, limit }: { readonly page: number; readonly limit: number }) {
  return { page: number, limit };
}
