'use client';

import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button, IconButton } from '@/ui/kit/button';

/** An error of a group as a whole, which can receive focus. */
export function GroupProblem({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <p data-problem="" tabIndex={-1} className="text-danger text-small">
      {children}
    </p>
  );
}

/** A list of terms of one kind: its heading, its rows, and a button to add one. */
export function TermRows({
  title,
  note,
  add,
  onAdd,
  problem,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  /** The text of the button. */
  readonly add: string;
  readonly onAdd: () => void;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium">{title}</h3>
        {note === undefined ? null : <p className="text-ink-mute text-small">{note}</p>}
      </div>
      {children}
      <GroupProblem>{problem}</GroupProblem>
      <div>
        <Button size="small" onPress={onAdd}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      </div>
    </section>
  );
}

/** One term of a list, with a button to remove it. A newly added term receives focus. */
export function TermRow({
  label,
  isNewest,
  onRemove,
  children,
}: {
  readonly label: string;
  readonly isNewest: boolean;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isNewest) row.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [isNewest]);
  return (
    <fieldset ref={row} className="relative flex items-start gap-2 border-line border-l-2 pl-3">
      <legend className="sr-only">{label}</legend>
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2 2xl:grid-cols-3">{children}</div>
      <IconButton label={`Remove ${label}`} className="mt-5" onPress={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
