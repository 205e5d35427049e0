/** Whether a text says anything: a letter or a figure, not only blanks and punctuation. What a reason or evidence must be. */
export function isWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
