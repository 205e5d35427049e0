import type { ReactNode } from 'react';
import { InstantText } from './date-text';

export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
};

export type TimelineItem = {
  readonly id: string;
  readonly at: Date | string;
  readonly who: string;
  readonly what: string;
  readonly where?: string;
  readonly note?: ReactNode;
  readonly changes?: readonly FieldChange[];
  /** A button to act on the item. */
  readonly action?: ReactNode;
  /** No longer in effect. */
  readonly isStruck?: boolean;
};

/** Who did what, when and from where, newest first, with the fields that changed. */
export function Timeline({ items }: { readonly items: readonly TimelineItem[] }) {
  return (
    <ol className="flex flex-col">
      {items.map((item) => (
        <li key={item.id} className="relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-line-strong" />
          <div className="min-w-0 flex-1">
            <p>
              {item.isStruck ? (
                <del className="text-ink-mute">
                  <span className="font-medium">{item.who}</span> {item.what}
                </del>
              ) : (
                <>
                  <span className="font-medium">{item.who}</span> {item.what}
                </>
              )}
            </p>
            <p className="text-ink-mute text-small">
              <InstantText value={item.at} />
              {item.where ? ` · ${item.where}` : null}
            </p>
            {item.note ? <div className="mt-1 text-ink-soft">{item.note}</div> : null}
            {item.changes && item.changes.length > 0 ? <Changes changes={item.changes} /> : null}
            {item.action}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <details className="mt-1 text-small">
      <summary className="w-fit text-ink-mute hover:text-ink">
        {changes.length === 1 ? '1 field' : `${changes.length} fields`}
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {changes.map((change) => (
          <div key={change.field} className="contents">
            <dt className="text-ink-mute">{change.field}</dt>
            <dd className="break-words">
              <del className="text-ink-mute">{change.before ?? '–'}</del> <span aria-hidden="true">→</span>{' '}
              <ins className="no-underline">{change.after ?? '–'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
