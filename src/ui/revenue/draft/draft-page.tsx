import { recordPage } from '@/ui/records/list-page';
import { plainPage } from '@/ui/records/plain-page';
import { EditContractScreen, NewContractScreen } from './draft-screen';

/** `/books/<org>/revenue/new`. */
export const NewContractPage = plainPage(
  (trpc) =>
    Promise.all([trpc.directory.documentChoices.prefetch({}), trpc.revenue.policies.list.prefetch({})]),
  NewContractScreen,
);

/** `/books/<org>/revenue/<id>/edit`: drafts only. */
export const EditContractPage = recordPage(
  (trpc, id) =>
    Promise.all([
      trpc.directory.documentChoices.prefetch({}),
      trpc.revenue.policies.list.prefetch({}),
      trpc.revenue.contracts.get.prefetch({ id }),
    ]),
  EditContractScreen,
);
