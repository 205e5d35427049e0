import { createBudget } from '@/usecases/projects/budget-records';
import { recordSnapshot } from '@/usecases/projects/budget-snapshot-records';
import { createBudgetView } from '@/usecases/projects/budget-view-records';
import {
  approveChangeOrder,
  createChangeOrder,
  rejectChangeOrder,
} from '@/usecases/projects/change-order-records';
import { createCommitment } from '@/usecases/projects/commitment-records';
import { createCompany } from '@/usecases/projects/company-records';
import { createPurchaseOrder } from '@/usecases/projects/create-purchase-order';
import { createPrimeContract } from '@/usecases/projects/prime-contract-records';
import { createProject } from '@/usecases/projects/project-records';
import type { SubsidiaryKey } from '../story/documents';
import type { PlannedCommitment, PlannedProject } from '../story/project-plans';
import { each, type Stage } from './stage';

/** The company in the external project-management system. */
export async function buildCompany(
  stage: Stage,
  company: { readonly code: string; readonly name: string; readonly externalId: string },
  subsidiaries: readonly SubsidiaryKey[],
): Promise<string> {
  const { id } = await stage.run('admin', createCompany, {
    ...company,
    subsidiaryIds: subsidiaries.map((key) => stage.ids.get('subsidiary', key)),
  });
  stage.ids.set('company', company.code, id);
  return id;
}

/** Projects with budget, views, prime contract, change orders, commitments and purchase orders. */
export async function buildProjects(
  stage: Stage,
  companyId: string,
  projects: readonly PlannedProject[],
): Promise<void> {
  await each(projects, 3, (project) => buildProject(stage, companyId, project));
}

async function buildProject(stage: Stage, companyId: string, project: PlannedProject): Promise<void> {
  const { ids } = stage;
  const { id: projectId } = await stage.run('admin', createProject, {
    companyId,
    code: project.code,
    name: project.name,
    description: project.description,
    subsidiaryId: ids.get('subsidiary', project.subsidiary),
    customerId: ids.get('customer', project.customer),
    currencyCode: project.currency,
    startDate: project.startDate,
    endDate: project.endDate,
    externalId: `ext-${project.code.toLowerCase()}`,
  });
  ids.set('project', project.key, projectId);
  await buildBudget(stage, project, projectId);
  await buildContract(stage, project, projectId);
  for (const commitment of project.commitments) await buildCommitment(stage, project, projectId, commitment);
}

async function buildBudget(stage: Stage, project: PlannedProject, projectId: string): Promise<void> {
  const { ids } = stage;
  const { id: budgetId } = await stage.run('admin', createBudget, {
    projectId,
    name: 'Budget as signed, with approved changes',
    lines: project.budget.map(({ costCode, description, category, original, toComplete, ...changes }) => {
      const account = project.accounts[costCode];
      return {
        costCode,
        description,
        category,
        originalAmount: original,
        forecastToComplete: toComplete,
        ...changes,
        accountIds: account === undefined ? [] : [ids.get('account', account)],
      };
    }),
  });
  ids.set('budget', project.key, budgetId);
  const views = [
    {
      name: 'By category',
      description: 'What the project committee sees',
      groupBy: 'category',
      isDefault: true,
    },
    { name: 'By cost code', description: 'For the project manager', groupBy: 'cost_code', isDefault: false },
  ];
  for (const view of views) {
    const { id } = await stage.run('admin', createBudgetView, { projectId, budgetId, ...view });
    ids.set('budget-view', `${project.key}:${view.groupBy}`, id);
  }
}

async function buildContract(stage: Stage, project: PlannedProject, projectId: string): Promise<void> {
  const { contract } = project;
  const { id: primeContractId } = await stage.run('admin', createPrimeContract, {
    projectId,
    contractNumber: contract.number,
    title: contract.title,
    customerId: stage.ids.get('customer', project.customer),
    contractDate: contract.signedOn,
    startDate: project.startDate,
    endDate: project.endDate,
    retainagePercent: contract.retainagePercent,
    lines: contract.lines.map(([costCode, description, amount, billedAmount]) => ({
      costCode,
      description,
      amount,
      billedAmount,
    })),
  });
  stage.ids.set('prime-contract', project.key, primeContractId);
  for (const { number, title, amount, state, requestedOn, approvedOn } of contract.changeOrders) {
    const { id } = await stage.run('admin', createChangeOrder, {
      primeContractId,
      changeNumber: number,
      title,
      amount,
      requestedOn,
    });
    if (state === 'APPROVED')
      await stage.run('admin', approveChangeOrder, { id, decidedOn: approvedOn ?? requestedOn });
    if (state === 'REJECTED') await stage.run('admin', rejectChangeOrder, { id });
  }
}

async function buildCommitment(
  stage: Stage,
  project: PlannedProject,
  projectId: string,
  commitment: PlannedCommitment,
): Promise<void> {
  const { number, title, kind, vendor, on, lines } = commitment;
  const vendorId = stage.ids.get('vendor', vendor);
  if (kind === 'SUBCONTRACT') {
    const { id } = await stage.run('admin', createCommitment, {
      projectId,
      commitmentNumber: number,
      title,
      vendorId,
      committedOn: on,
      lines,
    });
    stage.ids.set('commitment', number, id);
    return;
  }
  const { id } = await stage.run('admin', createPurchaseOrder, {
    projectId,
    orderNumber: number,
    title,
    vendorId,
    orderDate: on,
    currencyCode: project.currency,
    lines,
  });
  stage.ids.set('purchase-order', number, id);
}

/** Takes snapshots of the budget views once the costs are in the books, as presented to the committee. */
export async function buildSnapshots(stage: Stage, projects: readonly PlannedProject[]): Promise<void> {
  for (const { key } of projects) {
    for (const name of ['Steering committee, last quarter', 'Month end']) {
      const { id } = await stage.run('admin', recordSnapshot, {
        budgetViewId: stage.ids.get('budget-view', `${key}:category`),
        name,
        note: name === 'Month end' ? null : 'Shown to the steering committee',
      });
      stage.ids.set('snapshot', `${key}:${name}`, id);
    }
  }
}
