/** The subsidiaries a list is confined to: the caller's, narrowed to the one asked for; null for all. */
export function subsidiariesWithin(
  scope: readonly string[] | null,
  subsidiaryId: string | undefined,
): readonly string[] | null {
  if (subsidiaryId === undefined) return scope;
  return scope === null || scope.includes(subsidiaryId) ? [subsidiaryId] : [];
}
