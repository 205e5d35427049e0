import { hasTrigram } from '@/core/views/searched-text';
import { Button } from '../button';
import { DateText } from '../figures/date-text';

/** Says back to which day a search looked where it did not look at everything, and how to look further; nothing where it did. */
export function SearchedNote({
  since,
  search,
  further,
  onOlder,
}: {
  /** The day back to which it looked; null where it looked at all. */
  readonly since: string | null;
  readonly search: string;
  /** What shows older ones, as a sentence. */
  readonly further: string;
  /** Looks on from that day; left out where the list cannot, or is at that day already. */
  readonly onOlder?: ((since: string) => void) | undefined;
}) {
  if (since === null) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 text-ink-mute text-small"
      data-print="hide"
    >
      <p>
        Searched back to <DateText value={since} />.{' '}
        {search === '' || hasTrigram(search) ? '' : 'Three letters or digits search further. '}
        {onOlder === undefined ? further : ''}
      </p>
      {onOlder === undefined ? null : (
        <Button size="small" onPress={() => onOlder(since)}>
          Search older ones
        </Button>
      )}
    </div>
  );
}
