import type { ReactNode } from 'react';
import { cx } from '@/ui/kit/class-names';

/** One answer to choose, with what it means below its name. */
export function ChoiceCard({
  group,
  isMany = false,
  isChosen,
  onChoose,
  title,
  children,
}: {
  /** The question it answers. */
  readonly group: string;
  /** Others may be chosen with it. */
  readonly isMany?: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <label
      className={cx(
        'flex cursor-pointer gap-3 rounded border border-line bg-surface px-3.5 py-2.5 hover:border-line-strong',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent/35',
        isChosen && 'border-accent bg-accent-soft hover:border-accent',
      )}
    >
      <input
        type={isMany ? 'checkbox' : 'radio'}
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent-solid outline-none"
      />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{title}</span>
        <span className="text-ink-mute text-small">{children}</span>
      </span>
    </label>
  );
}
