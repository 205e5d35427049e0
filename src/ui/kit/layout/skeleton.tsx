import { cx } from '../class-names';

/** A gray placeholder bar for text. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-loading=""
      className={cx('block h-3.5 animate-[shimmer_1.6s_ease-in-out_infinite] rounded bg-line', className)}
    />
  );
}

const WIDTHS = ['w-24', 'w-40', 'w-20', 'w-32', 'w-28', 'w-16'];

/** A list's final layout while its rows are loading. */
export function TableSkeleton({
  rows = 12,
  columns = 6,
}: {
  readonly rows?: number;
  readonly columns?: number;
}) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <div role="status" className="overflow-hidden rounded-card border border-line bg-surface">
      <span className="sr-only">Loading</span>
      <div className="h-8 border-line border-b bg-sunken" />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-row items-center gap-6 border-line border-b px-cell last:border-0">
          {cells.map((cell) => (
            <Skeleton key={cell} className={WIDTHS[(row + cell) % WIDTHS.length] ?? 'w-24'} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** A page's final layout while its data is loading. */
export function PageSkeleton() {
  return (
    <div className="flex flex-col gap-5 p-6">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-8 w-full max-w-3xl" />
      <TableSkeleton />
    </div>
  );
}
