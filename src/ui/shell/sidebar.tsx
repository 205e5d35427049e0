'use client';

import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { cx } from '@/ui/kit/class-names';
import { type NavItem, navigationFor } from './navigation';
import { OrganizationSwitcher } from './organization-switcher';
import { useBooks } from './session';

/** The navigation items the user's roles may see. */
export function Sidebar({ onFollow }: { readonly onFollow?: () => void }) {
  const books = useBooks();
  return (
    <div className="flex h-full flex-col overflow-y-auto px-2.5 pb-4">
      <div className="sticky top-0 z-10 bg-canvas py-2.5">
        <OrganizationSwitcher />
      </div>
      <nav aria-label="Books" className="flex flex-col gap-3.5">
        {navigationFor(books.permissions).map((group) => (
          <section key={group.label} aria-label={group.label}>
            {group.label === 'Home' ? null : (
              <h2 className="px-2 pb-0.5 font-medium text-ink-mute text-small">{group.label}</h2>
            )}
            <ul>
              {group.items.map((item) => (
                <li key={item.path}>
                  <Place item={item} {...(onFollow ? { onFollow } : {})} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  );
}

function Place({ item, onFollow }: { readonly item: NavItem; readonly onFollow?: () => void }) {
  const books = useBooks();
  const pathname = usePathname();
  const search = useSearchParams();
  const address = books.path(item.path);
  const isHere =
    item.path === '' ? pathname === address : pathname === address || pathname.startsWith(`${address}/`);
  const carried = new URLSearchParams();
  if (item.finance) {
    for (const name of ['period', 'subsidiary']) {
      const value = search.get(name);
      if (value) carried.set(name, value);
    }
  }
  return (
    <Link
      href={carried.size > 0 ? `${address}?${carried}` : address}
      prefetch={false}
      {...(onFollow ? { onClick: onFollow } : {})}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'flex h-7 items-center rounded px-2 text-ink-soft hover:bg-hover hover:text-ink',
        isHere && 'bg-accent-soft font-medium text-accent hover:bg-accent-soft hover:text-accent',
      )}
    >
      {item.label}
    </Link>
  );
}
