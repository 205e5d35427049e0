'use client';

import { ChevronsUpDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import { mayLeave } from '@/ui/records/form/use-leave-guard';
import { useBooks } from './session';
import { booksPath } from './session-path';

/**
 * The current organization, a switch to others, and the way to all of them and to a new one. Switching is a full page load, so that no data of one organization
 * remains in another.
 */
export function OrganizationSwitcher() {
  const { organization, organizations, path, may } = useBooks();
  const router = useRouter();
  const go = (place: string) => () => {
    if (mayLeave()) router.push(path(place));
  };
  return (
    <ActionMenu
      label="Organizations"
      placement="bottom start"
      trigger={
        <Button
          tone="quiet"
          className="h-9 w-full justify-start px-1.5 text-ink"
          aria-label={`Organization: ${organization.name}`}
        >
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded bg-accent-solid font-semibold text-accent-on text-small"
          >
            {organization.name.slice(0, 1)}
          </span>
          <span className="min-w-0 flex-1 truncate text-left font-semibold">{organization.name}</span>
          <ChevronsUpDown aria-hidden="true" className="text-ink-mute" />
        </Button>
      }
      entries={[
        ...organizations.map((choice) => ({
          id: choice.id,
          label: choice.name,
          ...(choice.isClosed ? { note: 'closed' } : choice.id === organization.id ? { note: 'open' } : {}),
          onAction: () => window.location.assign(booksPath(choice.slug)),
        })),
        { id: 'all', label: 'All organizations', onAction: go('organizations') },
        ...(may('org.organization.create')
          ? [
              {
                id: 'new',
                label: 'New organization…',
                onAction: go('organizations?new=true'),
              },
            ]
          : []),
      ]}
    />
  );
}
