import { statusWords } from '@/ui/kit/status-pill';

/** `BANK_TRANSFER` as "Bank transfer"; the names of networks stay as they are. */
export function methodWords(method: string): string {
  return /^(ACH|SEPA)$/.test(method) ? method : statusWords(method);
}
