/** `PENDING_APPROVAL` as "Pending approval"; the stored LICENCE is spelled as Americans write it. */
export function statusWords(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ').replaceAll('licence', 'license');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `BANK_TRANSFER` as "Bank transfer"; the names of payment networks are unchanged. */
export function methodWords(method: string): string {
  return /^(ACH|SEPA)$/.test(method) ? method : statusWords(method);
}
