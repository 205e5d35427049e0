import type { RowAct } from '@/ui/records/row-acts';

/** "Revoke…" for credentials that are still valid. */
export function revokeAct(
  { name, revokedAt }: { readonly name: string; readonly revokedAt: Date | null },
  open: () => void,
): readonly RowAct[] {
  return revokedAt === null ? [{ words: 'Revoke', label: `Revoke ${name}`, onPress: open }] : [];
}
