import { verifiedPart } from '@/lib/verified-parts';
import { type Tenant, verificationSql } from '../../tenancy';
import { INTERCOMPANY_CHECK } from '../intercompany/pairs';
import { COUNT_CHECKS } from './verify-counts';
import { DOCUMENT_CHECKS } from './verify-documents';
import { LEDGER_CHECKS } from './verify-ledger';
import { REVENUE_CHECKS } from './verify-revenue';

const ALL = {
  ...LEDGER_CHECKS,
  ...DOCUMENT_CHECKS,
  ...REVENUE_CHECKS,
  ...COUNT_CHECKS,
  INTERCOMPANY: INTERCOMPANY_CHECK,
};

/** The breaches one check found: how many, and the names of the first. */
export interface FoundBreaches {
  readonly check: keyof typeof ALL;
  readonly count: string;
  readonly examples: readonly string[];
}

/** Breaches named for each check; the others are counted. */
const NAMED = 5;

/** Runs every check that has its own statement, each over whole tables. Has no time limit; returns those that found something. */
export async function findBreaches(tenant: Tenant): Promise<FoundBreaches[]> {
  const found: FoundBreaches[] = [];
  for (const [check, text] of Object.entries(ALL)) {
    const [row] = await verifiedPart(check, () =>
      verificationSql<{ count: string; examples: string[] }>(
        tenant,
        `select count(*)::text as count, coalesce((array_agg(b.label order by b.label))[1:${NAMED}], '{}') as examples from (${text}) b`,
        [tenant.organizationId],
      ),
    );
    if (row !== undefined && row.count !== '0') found.push({ check: check as keyof typeof ALL, ...row });
  }
  return found;
}
