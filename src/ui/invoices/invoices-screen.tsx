'use client';

import { SALES_KINDS } from '@/core/transactions/kinds';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** Invoices and credit memos, and their open amounts. */
export function InvoicesScreen() {
  return <KindScreen title="Invoices" place="invoices" kinds={SALES_KINDS} />;
}
