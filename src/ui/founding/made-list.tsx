import { Fragment } from 'react';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { type MadeItem, placeOf } from './step-words';

const ACTS = [
  ['CREATED', 'created', 'To create'],
  ['CHANGED', 'changed', 'To change'],
  ['REMOVED', 'removed', 'To remove'],
  ['KEPT', 'kept as it is', 'To keep as it is'],
] as const;

/** What a step created or changed, or would; long lists are folded. */
export function MadeList({ made, isPlan }: { readonly made: readonly MadeItem[]; readonly isPlan: boolean }) {
  if (made.length === 0) {
    return (
      <p className="text-ink-soft">
        {isPlan ? 'Everything already exists. Nothing will change.' : 'Everything already existed.'}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {ACTS.map(([act, done, planned]) => {
        const items = made.filter((one) => one.act === act);
        if (items.length === 0) return null;
        const title = isPlan ? planned : `${done.charAt(0).toUpperCase()}${done.slice(1)}`;
        return (
          <details key={act} open={items.length <= 12}>
            <summary className="w-fit cursor-pointer rounded font-medium">
              {title}: {countWords(items)}
            </summary>
            <ul className="mt-1.5 grid gap-x-6 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
              {items.map((item) => (
                <li key={`${item.noun} ${item.label}`} className="min-w-0 break-words">
                  <MadeName item={item} isPlan={isPlan} />
                  {item.detail ? <span className="text-ink-mute">, {item.detail}</span> : null}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}

function MadeName({ item, isPlan }: { readonly item: MadeItem; readonly isPlan: boolean }) {
  const books = useBooks();
  const place = isPlan ? null : placeOf(item);
  if (place === null) return <Fragment>{item.label}</Fragment>;
  return <TextLink href={books.path(place)}>{item.label}</TextLink>;
}

/** `3 subsidiaries, 1 organization`. */
function countWords(items: readonly MadeItem[]): string {
  const counts = new Map<string, number>();
  for (const { noun } of items) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return [...counts].map(([noun, count]) => `${count} ${count === 1 ? noun : pluralOf(noun)}`).join(', ');
}

const pluralOf = (noun: string) =>
  noun.endsWith('series') ? noun : noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
