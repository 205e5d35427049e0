'use client';

import { PAYMENT_KINDS } from '@/core/transactions/kinds';
import { KindScreen } from '@/ui/transactions/kind-screen';

/** Payments received and made, and the amounts not applied yet. */
export function PaymentsScreen() {
  return <KindScreen title="Payments" place="payments" kinds={PAYMENT_KINDS} />;
}
