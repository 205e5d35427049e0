import { type Tenant, verificationSql } from '../../tenancy';

/** The sums and numbers that background work adds up from notes and entries, by what adds them up again, and how many of each were wrong. */
export interface MendedSums {
  readonly documentCounts: string;
  readonly spansByDay: string;
  readonly ledgerByDay: string;
  /** By dimension, by period for the close, and between companies. */
  readonly ledgerSums: string;
  readonly recordCounts: string;
}

/**
 * Adds to every such sum that does not come to its rows what is missing in it; sums that are right are not written. Each law waits for what adds up the
 * same sums and keeps it out until the transaction ends. SQL handles only; has the time of a verification.
 */
export async function mendKeptSums(tenant: Tenant): Promise<MendedSums> {
  const mended = async (law: string) => {
    const [row] = await verificationSql<{ n: string }>(tenant, `select ${law}()::text as n`);
    return row?.n ?? '0';
  };
  return {
    documentCounts: await mended('daybook_mend_document_counts'),
    spansByDay: await mended('daybook_mend_spans'),
    ledgerByDay: await mended('daybook_mend_ledger_days'),
    ledgerSums: await mended('daybook_mend_ledger_sums'),
    recordCounts: await mended('daybook_mend_record_counts'),
  };
}
