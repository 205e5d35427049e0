import type { ChangeOrder, PrimeContract, PrimeContractLine } from '../generated/client';
import { type Plain, recordStore } from '../record-store';

export type PrimeContractRecord = Plain<PrimeContract>;
export type PrimeContractLineRecord = Plain<PrimeContractLine>;
export type ChangeOrderRecord = Plain<ChangeOrder>;

/** What the owner of a project agreed to pay. */
export const primeContracts = recordStore<PrimeContract>('primeContract');
export const primeContractLines = recordStore<PrimeContractLine>('primeContractLine');
/** Changes to a prime contract or to a commitment. */
export const changeOrders = recordStore<ChangeOrder>('changeOrder');
