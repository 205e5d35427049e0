import type { ObligationDraft } from '../obligations/promise-form';
import type { ContractDraftState } from '../use-contract-draft';

/** The props of every field group of an obligation. */
export type PromiseFieldsProps = {
  readonly one: ObligationDraft;
  readonly currency: string;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
  readonly state: Pick<ContractDraftState, 'newRow' | 'newest'>;
};
