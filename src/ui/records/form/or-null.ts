/** A form's values as the API expects them: trimmed, empty values are null. */
export function orNull(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
}
