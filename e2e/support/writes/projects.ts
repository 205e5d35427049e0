import { newId } from '@/lib/ids';
import type { Recipe, Recipes, WriteWorld } from './world';

const line = { costCode: '03-100', description: 'Concrete', quantity: '2', unitPrice: '100' };
const company: Recipe = async ({ org }) => ({
  code: `C-${newId()}`,
  name: 'Acme',
  subsidiaryIds: [org.ids.rootSubsidiary],
});
const project: Recipe = async (world) => ({
  companyId: await id(world, 'companies', company),
  code: `P-${newId()}`,
  name: 'Harbour Hall',
  subsidiaryId: world.org.ids.rootSubsidiary,
  currencyCode: 'USD',
});
const budget: Recipe = async (world) => ({
  projectId: (await world.call('projects.create', await project(world))).id,
  name: 'Budget',
  lines: [{ costCode: '03-100', category: 'MATERIAL', originalAmount: '1000' }],
});
const view: Recipe = async (world) => {
  const input = (await budget(world)) as { projectId: string };
  const { id: budgetId } = await world.call('projects.budgets.create', input);
  return { projectId: input.projectId, budgetId, name: 'Standard' };
};
const ofProject =
  (fields: object): Recipe =>
  async (world) => ({ projectId: (await world.call('projects.create', await project(world))).id, ...fields });
const primeContract = ofProject({
  title: 'Hall',
  contractDate: '2026-01-15',
  lines: [{ description: 'Works', amount: '10000' }],
});
const commitment = ofProject({ title: 'Works', committedOn: '2026-10-01', lines: [line] });
const order: Recipe = async (world) => ({
  ...(await ofProject({ orderDate: '2026-11-20', lines: [line] })(world)),
  vendorId: world.org.ids.vendor,
});
const change: Recipe = async (world) => ({
  primeContractId: await id(world, 'primeContracts', primeContract),
  title: 'Windows',
  amount: '750',
  requestedOn: '2026-06-01',
});

async function id(world: WriteWorld, noun: string, recipe: Recipe): Promise<string> {
  return (await world.call(`projects.${noun}.create`, await recipe(world))).id;
}
const changed =
  (noun: string, recipe: Recipe, data: object): Recipe =>
  async (world) => ({ id: await id(world, noun, recipe), data });
const named =
  (noun: string, recipe: Recipe): Recipe =>
  async (world) => ({ id: await id(world, noun, recipe) });
const madeProject: Recipe = async (world) => ({
  id: (await world.call('projects.create', await project(world))).id,
});

/** Projects and their budgets, contracts, commitments and orders. */
export const projectRecipes: Recipes = {
  'projects.create': project,
  'projects.update': async (world) => ({ ...(await madeProject(world)), data: { name: 'Renamed' } }),
  'projects.remove': madeProject,
  'projects.companies.create': company,
  'projects.companies.update': changed('companies', company, { name: 'Renamed' }),
  'projects.companies.remove': named('companies', company),
  'projects.budgets.create': budget,
  'projects.budgets.update': changed('budgets', budget, { name: 'Renamed' }),
  'projects.budgetViews.create': view,
  'projects.budgetViews.update': changed('budgetViews', view, { name: 'Renamed' }),
  'projects.budgetViews.remove': named('budgetViews', view),
  'projects.snapshots.take': async (world) => ({
    budgetViewId: await id(world, 'budgetViews', view),
    name: 'October',
  }),
  'projects.primeContracts.create': primeContract,
  'projects.primeContracts.update': changed('primeContracts', primeContract, { title: 'Renamed' }),
  'projects.changeOrders.create': change,
  'projects.changeOrders.approve': named('changeOrders', change),
  'projects.changeOrders.reject': named('changeOrders', change),
  'projects.commitments.create': commitment,
  'projects.commitments.update': changed('commitments', commitment, { title: 'Renamed' }),
  'projects.purchaseOrders.create': order,
  'projects.purchaseOrders.move': async (world) => ({
    id: await id(world, 'purchaseOrders', order),
    orderState: 'RECEIVED',
  }),
};
