import type { ObligationDraft } from '../promise-form';
import type { ContractDraftState } from '../use-contract-draft';

/** What every group of a promise's fields is given. */
export type PromiseFieldsProps = {
  readonly one: ObligationDraft;
  readonly currency: string;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
  readonly state: Pick<ContractDraftState, 'newRow' | 'newest'>;
};
