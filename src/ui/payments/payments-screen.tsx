'use client';

import { PAYMENT_KINDS } from '@/core/transactions/kinds';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** What was received and paid, and what is not applied yet. */
export function PaymentsScreen() {
  return <KindScreen title="Payments" place="payments" kinds={PAYMENT_KINDS} />;
}
