import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { ButtonLink } from '@/ui/kit/text-link';

/** Shown both for an unknown page and for a record of another organization. */
export function NotFound() {
  return (
    <FullPageMessage title="Page not found" action={<ButtonLink href="/books">Go to the books</ButtonLink>}>
      The page does not exist, or it belongs to books you cannot access.
    </FullPageMessage>
  );
}
