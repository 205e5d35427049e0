import type { FoundingStep, Made, StepState } from '../../core/founding/steps';
import { insertRows } from '../bulk';
import type { NewRow } from '../record-row';
import { sql, type Tenant } from '../tenancy';

/** A founding step that was done or skipped. */
export interface FoundingStepRow {
  readonly step: FoundingStep;
  readonly stepState: StepState;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly made: readonly Made[];
  readonly doneByName: string | null;
  readonly version: number;
  readonly updatedAt: Date;
}

const COLUMNS = `f.step, f.step_state as "stepState", f.answers, f.made, f.done_by_name as "doneByName", f.version,
  f.updated_at as "updatedAt"`;

/** The steps that were done or skipped. */
export async function listFoundingSteps(tenant: Tenant): Promise<FoundingStepRow[]> {
  return sql<FoundingStepRow>(
    tenant,
    `select ${COLUMNS} from founding_steps f where f.organization_id = $1::uuid order by f.created_at, f.step`,
    [tenant.organizationId],
  );
}

/** One founding step at a time: two owners who press at the same time take turns. Held to the end of the transaction. */
export async function lockFounding(tenant: Tenant): Promise<void> {
  await sql(tenant, `select pg_advisory_xact_lock(hashtextextended('founding:' || $1::text, 0))::text`, [
    tenant.organizationId,
  ]);
}

/** Records a step, over what was recorded of it before. */
export async function storeFoundingStep(
  tenant: Tenant,
  row: Pick<FoundingStepRow, 'step' | 'stepState' | 'answers' | 'made' | 'doneByName'> & {
    readonly doneBy: string | null;
  },
): Promise<FoundingStepRow> {
  const [stored] = await sql<FoundingStepRow>(
    tenant,
    `insert into founding_steps as f (organization_id, step, step_state, answers, made, done_by, done_by_name)
     values ($1::uuid, $2, $3, $4::jsonb, $5::jsonb, $6::uuid, $7)
     on conflict (organization_id, step) do update set step_state = excluded.step_state, answers = excluded.answers,
       made = excluded.made, done_by = excluded.done_by, done_by_name = excluded.done_by_name
     returning ${COLUMNS}`,
    [
      tenant.organizationId,
      row.step,
      row.stepState,
      JSON.stringify(row.answers),
      JSON.stringify(row.made),
      row.doneBy,
      row.doneByName,
    ],
  );
  if (stored === undefined) throw new Error('a founding step was not stored');
  return stored;
}

/** What founding needs to know of the organization before it asks questions. */
export interface FoundingFacts {
  readonly name: string;
  readonly baseCurrency: string;
  readonly timeZone: string;
  readonly fiscalYearStartMonth: number;
  readonly isDemo: boolean;
  readonly isDismissed: boolean;
  /** The ledger has entries, or revenue is planned: the calendar stays. */
  readonly isUnderWay: boolean;
  readonly rootSubsidiary: {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    readonly countryCode: string | null;
  };
}

export async function foundingFacts(tenant: Tenant): Promise<FoundingFacts> {
  const [row] = await sql<FoundingFacts>(
    tenant,
    `select o.name, o.base_currency as "baseCurrency", o.time_zone as "timeZone", o.fiscal_year_start_month as "fiscalYearStartMonth",
       o.is_demo as "isDemo", o.founding_dismissed_at is not null as "isDismissed",
       exists (select from ledger_entries e where e.organization_id = o.id)
         or exists (select from revenue_rows r where r.organization_id = o.id) as "isUnderWay",
       (select jsonb_build_object('id', s.id, 'name', s.name, 'code', s.code, 'countryCode', s.country_code) from subsidiaries s
        where s.organization_id = o.id and s.parent_id is null order by s.is_elimination, s.created_at, s.id limit 1) as "rootSubsidiary"
     from organizations o where o.id = $1::uuid`,
    [tenant.organizationId],
  );
  if (row === undefined) throw new Error('the organization of this tenant does not exist');
  return row;
}

/** Hides the checklist on the home page, or shows it again. */
export async function dismissFounding(tenant: Tenant, isDismissed: boolean): Promise<void> {
  await sql(
    tenant,
    `update organizations set founding_dismissed_at = case when $2::boolean then clock_timestamp() end where id = $1::uuid`,
    [tenant.organizationId, isDismissed],
  );
}

/** Adds accounts to the chart in one statement, parents before children. */
export function insertAccounts(tenant: Tenant, rows: readonly NewRow<'Account'>[]): Promise<void> {
  return insertRows(tenant, 'accounts', rows);
}

/** Every account with whether the ledger has lines on it, by code. */
export async function chartAsItStands(tenant: Tenant) {
  return sql<{
    id: string;
    code: string;
    name: string;
    accountType: string;
    normalSide: string;
    isSummary: boolean;
    parentId: string | null;
    isPosted: boolean;
  }>(
    tenant,
    `select a.id, a.code, a.name, a.account_type as "accountType", a.normal_side as "normalSide", a.is_summary as "isSummary",
       a.parent_id as "parentId",
       exists (select from ledger_balances b where b.organization_id = $1::uuid and b.account_id = a.id) as "isPosted"
     from accounts a where a.organization_id = $1::uuid order by a.code`,
    [tenant.organizationId],
  );
}

/** Whether numbers of a series were taken, in any fiscal year. */
export async function isSeriesUsed(tenant: Tenant, series: string): Promise<boolean> {
  const [row] = await sql<{ used: boolean }>(
    tenant,
    `select exists (select from number_counters c where c.organization_id = $1::uuid and c.series = $2) as used`,
    [tenant.organizationId, series],
  );
  return row?.used === true;
}
