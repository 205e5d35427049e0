import { formatDate, formatInstant } from './date-format';

/** An accounting date. */
export function DateText({ value }: { readonly value: string | null | undefined }) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-mute">–</span>;
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDate(value)}
    </time>
  );
}

/** A point in time, shown in UTC so that server and browser show the same to every user. */
export function InstantText({ value }: { readonly value: Date | string | null | undefined }) {
  if (value === null || value === undefined) return <span className="text-ink-mute">–</span>;
  const iso = typeof value === 'string' ? value : value.toISOString();
  return (
    <time dateTime={iso} className="whitespace-nowrap" title={`${iso} (UTC)`}>
      {formatInstant(iso)}
    </time>
  );
}
