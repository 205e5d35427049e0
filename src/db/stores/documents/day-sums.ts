import { copyBalances, copyPastBalances } from '../../revenue/balance-copies';
import { systemStatement, type TenantClaim } from '../../tenancy';

/**
 * Adds up to `limit` ledger entries and as many notes about documents and about settlements of one organization to the sums by day, up to four times as many amounts
 * posted of customers to theirs, and checks up to a fifth as many revenue contracts that were touched and pairs of documents between subsidiaries, each in a
 * transaction of its own; returns how many. Once no contract is left to be checked, the balances are copied as they are, or as many contracts added to a copy of an earlier
 * moment. Like sealing it is not a tenant's write.
 */
export async function foldDays(
  claim: TenantClaim,
  limit: number,
): Promise<{
  entries: number;
  notes: number;
  customers: number;
  contracts: number;
  pairs: number;
  copied: number;
}> {
  const fold = async (law: string, atMost = limit) => {
    const { rows } = await systemStatement<{ n: number }>(claim.organizationId, {
      text: `select ${law}($1::int) as n`,
      values: [atMost],
    });
    return rows[0]?.n ?? 0;
  };
  const done = {
    entries: await fold('daybook_fold_ledger'),
    notes: Math.max(
      await fold('daybook_fold_documents'),
      await fold('daybook_fold_spans'),
      await fold('daybook_fold_counts'),
      await fold('daybook_fold_commitments'),
    ),
    // Nothing is read but the amounts.
    customers: await fold('daybook_sum_revenue_years', limit * 4),
    // Of a contract every row is read.
    contracts: await fold('daybook_check_contracts', Math.ceil(limit / 5)),
    // Of a pair both documents are read; what was just added is among them.
    pairs: await fold('daybook_judge_pairs', Math.ceil(limit / 5)),
  };
  if (done.contracts > 0) return { ...done, copied: 0 };
  await copyBalances(claim, { beforeRun: false });
  return { ...done, copied: await copyPastBalances(claim, Math.ceil(limit / 5)) };
}
