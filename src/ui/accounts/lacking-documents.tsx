import { trpc } from '@/surfaces/trpc/react';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';

/** Lists the unposted documents that this account refuses because their lines lack a dimension; renders nothing when there are none. */
export function LackingDocuments({ id }: { readonly id: string }) {
  const books = useBooks();
  const query = trpc.accounts.lacking.useQuery({ id }, { enabled: books.may('gl.transaction.read') });
  if (query.data === undefined || query.data.count === 0) return null;
  const { documents, count, isPartial } = query.data;
  const more = count - documents.length;
  return (
    <Notice tone="caution">
      <p>
        {count === 1 ? 'A document that is not posted lacks' : `${count} documents that are not posted lack`}{' '}
        a dimension that this account requires on every line.
        {isPartial ? ' Only the latest documents were checked.' : ''}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-small">
        {documents.map((document) => (
          <TextLink
            key={document.id}
            className="inline-flex min-h-6 items-center underline"
            href={books.path(`transactions/${document.id}`)}
          >
            {document.number}
          </TextLink>
        ))}
        {more > 0 ? (
          <span className="inline-flex min-h-6 items-center text-ink-soft">and {more} more</span>
        ) : null}
      </p>
    </Notice>
  );
}
