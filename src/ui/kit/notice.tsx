import type { ReactNode } from 'react';
import { cx } from './class-names';

const TONES = {
  accent: 'border-accent/25 bg-accent-soft text-ink',
  caution: 'border-caution/30 bg-caution-soft text-ink',
  danger: 'border-danger/30 bg-danger-soft text-ink',
  neutral: 'border-line bg-sunken text-ink-soft',
} as const;

/** A message about the current record, with a link to its subject. */
export function Notice({
  tone = 'neutral',
  role,
  children,
}: {
  readonly tone?: keyof typeof TONES;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}) {
  return (
    <div role={role} className={cx('rounded-card border px-3.5 py-2.5', TONES[tone])}>
      {children}
    </div>
  );
}
