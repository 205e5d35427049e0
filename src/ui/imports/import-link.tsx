'use client';

import { FileUp } from 'lucide-react';
import { IMPORT_PERMISSIONS, type ImportNoun } from '@/core/imports/import-noun';
import { ButtonLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';

/** "Import" above a list, for users who may create its records. */
export function ImportLink({ noun }: { readonly noun: ImportNoun }) {
  const books = useBooks();
  if (!books.may(IMPORT_PERMISSIONS[noun])) return null;
  return (
    <ButtonLink href={books.path(`imports/new?of=${noun}`)} prefetch={false}>
      <FileUp aria-hidden="true" />
      Import
    </ButtonLink>
  );
}
