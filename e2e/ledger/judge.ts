import type { PostingRequest, Verdict } from '@/db/stores/documents/postings';
import { sql, type Tenant } from '@/db/tenancy';

const scopes = (requests: readonly Pick<PostingRequest, 'scope'>[]) =>
  requests.map(({ scope }) => (scope === null ? null : JSON.stringify(scope)));

/** The verdict on postings, without writing (daybook_judge_postings). */
export async function judgePostings(
  tenant: Tenant,
  requests: readonly Omit<PostingRequest, 'actorKind' | 'actorName' | 'surface' | 'requestId'>[],
  today: string,
): Promise<Verdict[]> {
  const rows = await sql<{
    transaction_id: string;
    refusal: string | null;
    detail: Record<string, unknown> | null;
  }>(
    tenant,
    `select transaction_id, refusal, detail from daybook_judge_postings($1::uuid[], $2::date[], $3::boolean[], $4::boolean[],
       $5::date, $6::uuid[], $7::jsonb[])`,
    [
      requests.map((one) => one.transactionId),
      requests.map((one) => one.postingDate),
      requests.map((one) => one.overrideChecks),
      requests.map((one) => one.maySoftClosed),
      today,
      requests.map((one) => one.actorId),
      scopes(requests),
    ],
  );
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    refusal: row.refusal,
    detail: row.detail ?? {},
  }));
}
