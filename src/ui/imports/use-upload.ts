import { type FileTable, partsOf } from '@/core/imports/file-table';
import type { ImportNoun } from '@/core/imports/import-noun';
import { trpc } from '@/surfaces/trpc/react';

interface UploadTarget {
  readonly noun: ImportNoun;
  readonly fileName: string;
  readonly corrects?: string;
}

/** Stores a pasted table as a new import, in as many requests as it needs, and returns its id. A refusal is thrown as the procedure gave it. */
export function useUpload(): (table: FileTable, to: UploadTarget) => Promise<string> {
  const create = trpc.imports.create.useMutation();
  const append = trpc.imports.append.useMutation();
  return async (table, to) => {
    const [first = [], ...others] = partsOf(table.rows);
    const begun = { columns: [...table.columns], rows: first.map((row) => [...row]) };
    const { id } = await create.mutateAsync({ ...asked(to), ...begun });
    let from = first.length;
    for (const part of others) {
      await append.mutateAsync({ id, from, rows: part.map((row) => [...row]) });
      from += part.length;
    }
    return id;
  };
}

const asked = ({ corrects, ...to }: UploadTarget) => ({
  ...to,
  ...(corrects === undefined ? {} : { correctsImportId: corrects }),
});
