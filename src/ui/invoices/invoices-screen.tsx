'use client';

import { INVOICE_KINDS } from '@/ui/transactions/documents-of-kind';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** Invoices and credit memos, and their open amounts. */
export function InvoicesScreen() {
  return <KindScreen title="Invoices" place="invoices" kinds={INVOICE_KINDS} />;
}
