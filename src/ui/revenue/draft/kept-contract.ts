import { isLike } from '@/ui/records/form/nested-texts';
import { type ContractDraft, emptyContract, emptyObligation, emptyVariable } from './contract-draft';

const EMPTY = emptyContract({ today: '', subsidiaryId: '', currencyCode: '' });
const LIKE: ContractDraft = {
  ...EMPTY,
  obligations: [emptyObligation('1', EMPTY)],
  variable: [emptyVariable('1')],
};

/** Reads what a browser kept of a contract, perhaps by an earlier version of the form; null when it is not what this one holds. */
export function readContract(value: unknown): ContractDraft | null {
  return isLike(value, LIKE) ? (value as ContractDraft) : null;
}
