import { refuse } from '@/core/refusals';

/** Refuses ACCOUNT_UNRESOLVED for a chart without an active account for exchange differences of this role. */
export function refuseNoExchangeAccount(role: string): never {
  refuse('ACCOUNT_UNRESOLVED', `No active account is assigned to exchange differences (${role}).`, {
    lineNumbers: [0],
  });
}
