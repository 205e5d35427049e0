'use client';

import { SALES_KINDS } from '@/core/transactions/kinds';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** What was billed and credited, and what is still open. */
export function InvoicesScreen() {
  return <KindScreen title="Invoices" place="invoices" kinds={SALES_KINDS} />;
}
