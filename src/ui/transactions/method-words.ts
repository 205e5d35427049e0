import { statusWords } from '@/ui/kit/status-pill';

/** `BANK_TRANSFER` as "Bank transfer"; the names of payment networks are unchanged. */
export function methodWords(method: string): string {
  return /^(ACH|SEPA)$/.test(method) ? method : statusWords(method);
}
