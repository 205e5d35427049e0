import { formatDate, formatInstant } from './date-format';

/** An accounting day. */
export function DateText({ value }: { readonly value: string | null | undefined }) {
  if (value === null || value === undefined || value === '') return <span className="text-ink-mute">–</span>;
  return (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDate(value)}
    </time>
  );
}

/** A moment, shown in UTC so that server and browser, and two readers, say the same. */
export function InstantText({ value }: { readonly value: Date | string | null | undefined }) {
  if (value === null || value === undefined) return <span className="text-ink-mute">–</span>;
  const iso = typeof value === 'string' ? value : value.toISOString();
  return (
    <time dateTime={iso} className="whitespace-nowrap" title={`${iso} (UTC)`}>
      {formatInstant(iso)}
    </time>
  );
}
