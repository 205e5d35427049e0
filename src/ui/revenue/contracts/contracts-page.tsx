import { plainPage } from '@/ui/records/plain-page';
import { contractsQuestion, loadContractFilters } from './contract-filters';
import { ContractsScreen } from './contracts-screen';

/** `/books/<org>/revenue`. */
export const ContractsPage = plainPage(
  async (trpc, search) =>
    Promise.all([
      trpc.revenue.contracts.list.prefetch(contractsQuestion(loadContractFilters(search))),
      trpc.savedViews.list.prefetch({ screen: 'contracts' }),
    ]),
  ContractsScreen,
);
