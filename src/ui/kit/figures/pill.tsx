import type { ReactNode } from 'react';
import { cx } from '../class-names';

export type PillTone = 'neutral' | 'accent' | 'positive' | 'caution' | 'danger' | 'plum' | 'faint';

const TONES: Readonly<Record<PillTone, string>> = {
  neutral: 'bg-sunken text-ink-soft ring-line-strong',
  accent: 'bg-accent-soft text-accent ring-accent/20',
  positive: 'bg-positive-soft text-positive ring-positive/20',
  caution: 'bg-caution-soft text-caution ring-caution/20',
  danger: 'bg-danger-soft text-danger ring-danger/20',
  plum: 'bg-plum-soft text-plum ring-plum/20',
  faint: 'bg-transparent text-ink-mute ring-line-strong',
};

/** A state in one or two words; the color repeats the meaning of the text. */
export function Pill({
  tone = 'neutral',
  children,
}: {
  readonly tone?: PillTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center whitespace-nowrap rounded-full px-2 font-medium text-tiny ring-1 ring-inset',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
