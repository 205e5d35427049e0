import type { ReactNode } from 'react';
import { cx } from '../class-names';

export type Fact = { readonly label: string; readonly value: ReactNode; readonly wide?: boolean };

/** Labeled values of a record, in as many columns as fit. */
export function Facts({
  facts,
  className,
}: {
  readonly facts: readonly Fact[];
  readonly className?: string;
}) {
  return (
    <dl
      className={cx(
        'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-3',
        className,
      )}
    >
      {facts.map((fact) => (
        <div key={fact.label} className={cx('min-w-0', fact.wide && 'col-span-full')}>
          <dt className="text-ink-mute text-small">{fact.label}</dt>
          <dd className="break-words">
            {fact.value === null || fact.value === undefined || fact.value === '' ? (
              <span className="text-ink-mute">–</span>
            ) : (
              fact.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
