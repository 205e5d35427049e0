import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream, streamRows } from '../../record-stream';
import { sql, type Tenant, type TenantClaim } from '../../tenancy';

export type ProspectRecord = Plain<'Prospect'>;

/** Sales prospects (interface 2.1). */
export const prospects = recordStore('Prospect');

export const streamProspects = recordStream('Prospect');

/** Prospects in an industry, ignoring case, oldest first. */
export const streamProspectsOfIndustry = (claim: TenantClaim, industry: string) =>
  streamRows<'Prospect'>(
    claim,
    `select * from prospects where organization_id = $1::uuid and lower(industry) = lower($2)
     order by created_at, id`,
    [claim.organizationId, industry],
  );

/** Prospects whose estimated revenue is strictly above the minimum, largest first. */
export const streamProspectsAbove = (claim: TenantClaim, minRevenue: string) =>
  streamRows<'Prospect'>(
    claim,
    `select * from prospects where organization_id = $1::uuid and estimated_revenue > $2::numeric
     order by estimated_revenue desc, id`,
    [claim.organizationId, minRevenue],
  );

export interface PipelineColumn {
  readonly prospectStatus: string;
  readonly count: number;
  /** The sum of the known estimated revenues. */
  readonly estimatedRevenue: string;
}

/** The number of active prospects in each status, and their total estimated revenue. */
export const pipelineTotals = (tenant: Tenant) =>
  sql<PipelineColumn>(
    tenant,
    `select prospect_status as "prospectStatus", count(*)::int as count,
            coalesce(sum(estimated_revenue), 0)::text as "estimatedRevenue"
     from prospects where organization_id = $1::uuid and record_status = 'active'
     group by prospect_status`,
    [tenant.organizationId],
  );
