import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream, streamRows } from '../../record-stream';
import { sql, type Tenant, type TenantClaim } from '../../tenancy';

export type ProspectRecord = Plain<'Prospect'>;

/** Sales prospects (interface 2.1). */
export const prospects = recordStore('Prospect');

export const streamProspects = recordStream('Prospect');

/** The prospects whose ids a function finds, read under row security. */
const found = (ids: string) =>
  `select p.* from ${ids} f(id)
   cross join lateral (select x.* from prospects x where x.organization_id = $1::uuid and x.id = f.id offset 0) p`;

/** Prospects in an industry, ignoring case, oldest first. */
export const streamProspectsOfIndustry = (claim: TenantClaim, industry: string) =>
  streamRows<'Prospect'>(claim, `${found('daybook_prospects_of_industry($2)')} order by p.created_at, p.id`, [
    claim.organizationId,
    industry,
  ]);

/** Prospects whose estimated revenue is strictly above the minimum, largest first. */
export const streamProspectsAbove = (claim: TenantClaim, minRevenue: string) =>
  streamRows<'Prospect'>(
    claim,
    `${found('daybook_prospects_above($2::numeric)')} order by p.estimated_revenue desc, p.id`,
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
