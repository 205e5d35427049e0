'use client';

import { INVOICE_KINDS } from '@/ui/transactions/documents-of-kind';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** What was billed and credited, and what is still open. */
export function InvoicesScreen() {
  return <KindScreen title="Invoices" place="invoices" kinds={INVOICE_KINDS} />;
}
