import { hasTrigram } from '@/core/views/searched-text';
import { DateText } from '../figures/date-text';

/** Says back to which day a search looked where it did not look at everything, and how to look further; nothing where it did. */
export function SearchedNote({
  since,
  search,
  further,
}: {
  /** The day back to which it looked; null where it looked at all. */
  readonly since: string | null;
  readonly search: string;
  /** What shows older ones, as a sentence. */
  readonly further: string;
}) {
  if (since === null) return null;
  return (
    <p role="status" className="text-ink-mute text-sm" data-print="hide">
      Searched back to <DateText value={since} />.{' '}
      {hasTrigram(search) ? '' : 'Three letters or digits search further. '}
      {further}
    </p>
  );
}
