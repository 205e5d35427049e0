'use client';

import { type ReactNode, useEffect, useState } from 'react';

/**
 * Terms most contracts do not have: rendered, and their code loaded, only when requested, filled in or invalid. Invalid
 * terms cannot be hidden, because the next save would then be refused without a visible reason.
 */
export function Disclosure({
  summary,
  startsOpen,
  hasProblem,
  children,
}: {
  readonly summary: string;
  readonly startsOpen: boolean;
  readonly hasProblem: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    if (hasProblem) setOpen(true);
  }, [hasProblem]);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (hasProblem) currentTarget.open = true;
        else setOpen(currentTarget.open);
      }}
    >
      <summary className="w-fit cursor-default text-ink-mute text-small hover:text-ink">{summary}</summary>
      {isOpen ? <div className="mt-3">{children}</div> : null}
    </details>
  );
}
