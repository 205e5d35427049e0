import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';

export type PrimeContractRecord = Plain<'PrimeContract'>;
export type PrimeContractLineRecord = Plain<'PrimeContractLine'>;
export type ChangeOrderRecord = Plain<'ChangeOrder'>;

/** Prime contracts: what the owner of a project agreed to pay. */
export const primeContracts = recordStore('PrimeContract');
export const primeContractLines = recordStore('PrimeContractLine');
/** Changes to a prime contract or to a commitment. */
export const changeOrders = recordStore('ChangeOrder');
