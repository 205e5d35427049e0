/** A form's texts as the API takes them: trimmed, what is empty is null. */
export function orNull(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
}
