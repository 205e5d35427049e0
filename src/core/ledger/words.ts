/** Whether a text says anything: at least one letter or digit, not only spaces and punctuation. A reason or evidence must. */
export function isWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
