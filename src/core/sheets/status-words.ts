/** `PENDING_APPROVAL` as "Pending approval"; the stored LICENCE and CANCELLED are spelled as Americans write them. */
export function statusWords(status: string): string {
  const stored = status.toLowerCase().replaceAll('_', ' ');
  const words = stored.replaceAll('licence', 'license').replaceAll('cancelled', 'canceled');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `BANK_TRANSFER` as "Bank transfer"; the names of payment networks are unchanged. */
export function methodWords(method: string): string {
  return /^(ACH|SEPA)$/.test(method) ? method : statusWords(method);
}
