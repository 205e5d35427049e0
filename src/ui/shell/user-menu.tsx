'use client';

import { Button } from '@/ui/kit/button';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import { forgetAll } from './kept-work';
import { useBooks } from './session';

/** The signed-in user, their role, and signing out. */
export function UserMenu() {
  const { user, roles } = useBooks();
  const role = roles.map(statusWords).join(', ');
  return (
    <ActionMenu
      label="Your account"
      trigger={
        <Button tone="quiet" className="max-w-56 px-1.5" aria-label={`Account: ${user.name}, ${role}`}>
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full bg-line font-medium text-ink-soft text-tiny"
          >
            {initials(user.name)}
          </span>
          <span className="hidden min-w-0 truncate xl:inline">{user.name}</span>
        </Button>
      }
      entries={[
        { id: 'who', label: user.email, note: role, isDisabled: true, onAction: () => undefined },
        { id: 'account', label: 'Your account', onAction: () => window.location.assign('/account') },
        { id: 'out', label: 'Sign out', onAction: () => void leave(user.email) },
      ]}
    />
  );
}

async function leave(email: string) {
  forgetAll(window.localStorage, email);
  const { signOut } = await import('next-auth/react');
  await signOut({ callbackUrl: '/login' });
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}
