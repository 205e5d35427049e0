import Link from 'next/link';

export type Crumb = { readonly label: string; readonly href: string };

/** Links to the parent pages. The page's own name is its heading and is not repeated here. */
export function Breadcrumbs({ trail }: { readonly trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-ink-mute text-small" data-print="hide">
      <ol className="flex flex-wrap items-center gap-1.5">
        {trail.map((crumb) => (
          <li key={crumb.href} className="flex items-center gap-1.5">
            <Link href={crumb.href} prefetch={false} className="rounded-xs hover:text-ink hover:underline">
              {crumb.label}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
