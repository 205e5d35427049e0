import type { CutOverRecord } from '@/db/stores/cut-overs';

/** The ids of the records that cells refer to, by field. */
export type Named = Readonly<Record<string, string>>;

/** The import that rows belong to, what is done with them, and the cut-over that the import belongs to. */
export interface ImportPart {
  readonly importId: string;
  /** Who uploaded the file; null: unknown. */
  readonly uploadedBy: string | null;
  /** Whether documents are posted as well. */
  readonly posts: boolean;
  /** Whether rows are only tried. */
  readonly isCheck: boolean;
  readonly cutOver: CutOverRecord | null;
  /** The source of orders and bills whose file it is. */
  readonly sourceId: string | null;
}
