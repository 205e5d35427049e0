/** What is stored and the way Americans write it. */
const SPELLED = [
  ['licence', 'license'],
  ['cancelled', 'canceled'],
] as const;

/** `PENDING_APPROVAL` as "Pending approval"; LICENCE and CANCELLED are spelled as Americans write them. */
export function statusWords(status: string): string {
  const stored = status.toLowerCase().replaceAll('_', ' ');
  const words = SPELLED.reduce((text, [from, to]) => text.replaceAll(from, to), stored);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `BANK_TRANSFER` as "Bank transfer"; the names of payment networks are unchanged. */
export function methodWords(method: string): string {
  return /^(ACH|SEPA)$/.test(method) ? method : statusWords(method);
}
