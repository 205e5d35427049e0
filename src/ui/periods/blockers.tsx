import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { type Blocker, exampleOf, type Period, remedyOf } from './period-rows';

/** The reasons a period cannot be closed, each with a link to the blocking records. */
export function Blockers({
  period,
  blockers,
}: {
  readonly period: Period;
  readonly blockers: readonly Blocker[];
}) {
  const books = useBooks();
  return blockers.map((blocker) => {
    const remedy = remedyOf(blocker, period);
    const more = blocker.count - blocker.examples.length;
    return (
      <Notice key={blocker.message} tone="caution">
        <p>{blocker.message}</p>
        {blocker.examples.length > 0 ? (
          <p className="mt-1 flex flex-wrap gap-x-3 text-small">
            {blocker.examples.map((example) => (
              <Example key={example} blocker={blocker} example={example} />
            ))}
            {more > 0 ? (
              <span className="inline-flex min-h-6 items-center text-ink-soft">and {more} more</span>
            ) : null}
          </p>
        ) : null}
        <p className="mt-1.5">
          <TextLink
            className="inline-flex min-h-6 items-center font-medium underline"
            href={books.path(remedy.place)}
          >
            {remedy.words}
          </TextLink>
        </p>
      </Notice>
    );
  });
}

function Example({ blocker, example }: { readonly blocker: Blocker; readonly example: string }) {
  const books = useBooks();
  const place = exampleOf(blocker, example);
  return place === null ? (
    <span className="inline-flex min-h-6 items-center">{example}</span>
  ) : (
    <TextLink className="inline-flex min-h-6 items-center underline" href={books.path(place)}>
      {example}
    </TextLink>
  );
}
