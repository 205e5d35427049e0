import type { Mutant } from './mutant';
import { CORE_LEDGER } from './table/core-ledger';

/** Every planted bug. */
export const MUTANTS: readonly Mutant[] = [...CORE_LEDGER];
