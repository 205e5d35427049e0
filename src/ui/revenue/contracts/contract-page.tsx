import { recordPage } from '@/ui/records/list-page';
import { ContractScreen } from './contract-screen';

/** `/books/<org>/revenue/<id>`. */
export const ContractPage = recordPage(
  (trpc, id) => trpc.revenue.contracts.get.prefetch({ id }),
  ContractScreen,
);
