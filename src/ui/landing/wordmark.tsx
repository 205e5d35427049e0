import { cx } from '@/ui/kit/class-names';

/** The name with its mark: two ruled columns, like a ledger page. */
export function Wordmark({ className }: { readonly className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 font-semibold text-lead tracking-tight', className)}>
      <svg viewBox="0 0 20 20" className="size-5 text-accent" aria-hidden="true" role="presentation">
        <rect x="1" y="1" width="18" height="18" rx="4" fill="currentColor" />
        <path
          d="M10 4v12M4.5 7h3.5M4.5 10h3.5M12 7h3.5M12 13h3.5"
          stroke="var(--surface)"
          strokeWidth="1.6"
        />
      </svg>
      Daybook
    </span>
  );
}
