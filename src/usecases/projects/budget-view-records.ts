import { refuse } from '@/core/refusals';
import { budgets, budgetViews } from '@/db/stores/structure/budgets';
import { crud } from '@/usecases/kit/crud';
import { budgetViewCreate, budgetViewUpdate } from './project-fields';
import { reachProject } from './project-rules';

const verbs = crud({
  noun: 'budget view',
  plural: 'budgetViews',
  store: budgetViews,
  read: 'project.read',
  write: 'project.write',
  create: budgetViewCreate,
  update: budgetViewUpdate,
  async prepareCreate(context, input) {
    await reachProject(context, input.projectId);
    const budget = await budgets.findWhere(context.tenant, {
      id: input.budgetId,
      projectId: input.projectId,
    });
    if (budget === null) {
      refuse('REFERENCE_NOT_FOUND', 'budgetId is not a budget of this project.', {
        field: 'budgetId',
        noun: 'budget',
        id: input.budgetId,
      });
    }
    return input;
  },
  async prepareUpdate(context, before, input) {
    await reachProject(context, before.projectId);
    return input;
  },
  async guardRemove(context, before) {
    await reachProject(context, before.projectId);
  },
});

export const createBudgetView = verbs.create;
export const updateBudgetView = verbs.update;
export const removeBudgetView = verbs.remove;
