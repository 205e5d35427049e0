'use client';

import { type ReactNode, useEffect, useState } from 'react';

/**
 * Terms most contracts do not have: drawn, and their script fetched, only when they are asked for, said or wrong. What is wrong
 * cannot be closed away: saving again would else be refused for no reason one sees.
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
