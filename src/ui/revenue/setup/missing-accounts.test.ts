import { describe, expect, it } from 'vitest';
import { missingInterestAccounts } from './missing-accounts';
import type { Policy } from './policy-words';

const policy = (accounts: Record<string, string>) => ({ accounts }) as unknown as Policy;
const account = (controlFor: string | null, recordStatus = 'active') => ({
  controlFor,
  recordStatus,
  isSummary: false,
});
const ROLES = ['ACCRUED_INTEREST', 'UNEARNED_INTEREST', 'ADVANCE_INTEREST'];

describe('accounts for interest on the financing of contracts', () => {
  it('are named in words where neither every policy nor an active control account of the chart has them', () => {
    expect(
      missingInterestAccounts(
        [],
        ROLES.map((role) => account(role)),
      ),
    ).toEqual([]);
    expect(
      missingInterestAccounts([], [account('ACCRUED_INTEREST'), account('UNEARNED_INTEREST', 'inactive')]),
    ).toEqual([
      'Unearned interest on contracts (a liability)',
      'Interest accrued on customer advances (a liability)',
    ]);
    const named = policy(Object.fromEntries(ROLES.map((role) => [role, 'id'])));
    expect(missingInterestAccounts([named], [])).toEqual([]);
    expect(missingInterestAccounts([named, policy({})], [account('RECEIVABLE')])).toHaveLength(3);
  });
});
