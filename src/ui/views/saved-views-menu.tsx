'use client';

import { Bookmark } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ViewScreen } from '@/core/views/saved-view';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import type { MenuEntry } from '@/ui/kit/menus/menu-entry';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { type ShownView, useSavedViews } from './use-saved-views';

// Loaded on demand; not part of the list.
const SaveView = dynamic(() => import('./save-view').then((part) => part.SaveView), { ssr: false });
const ManageViews = dynamic(() => import('./manage-views').then((part) => part.ManageViews), { ssr: false });

/** The views of a list: choose one, save the current filters as one, or set the default. */
export function SavedViewsMenu({ screen }: { readonly screen: ViewScreen }) {
  const { views, query, inUse, show } = useSavedViews(screen);
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null);
  const setDefault = trpc.savedViews.setDefault.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: ({ viewId }) => {
      const chosen = views.find((view) => view.id === viewId);
      notifyDone(chosen ? `This list opens with "${chosen.name}".` : 'This list opens without a view.');
    },
  });
  const entries: MenuEntry[] = [
    ...views.map((view) => ({
      id: view.id,
      label: view.name,
      note: notesOf(view, inUse),
      onAction: () => show(view.query),
    })),
    {
      id: 'all',
      label: 'No filters',
      ...(query === '' ? { note: 'in use' } : {}),
      onAction: () => show(''),
    },
    {
      id: 'save',
      label: 'Save these filters…',
      isDisabled: query === '' || inUse?.isMine === true,
      onAction: () => setAsked('save'),
    },
    ...(inUse
      ? [
          {
            id: 'default',
            label: inUse.isDefault ? 'Open this list without a view' : `Open this list with "${inUse.name}"`,
            onAction: () => setDefault.mutate({ screen, viewId: inUse.isDefault ? null : inUse.id }),
          },
        ]
      : []),
    ...(views.length > 0
      ? [{ id: 'manage', label: 'Manage views…', onAction: () => setAsked('manage') }]
      : []),
  ];
  return (
    <>
      <ActionMenu
        label="Views"
        trigger={
          <Button aria-label={inUse ? `View: ${inUse.name}` : 'Views'}>
            <Bookmark aria-hidden="true" />
            <span className="max-w-40 truncate">{inUse ? inUse.name : 'Views'}</span>
          </Button>
        }
        entries={entries}
      />
      {asked === 'save' ? <SaveView screen={screen} query={query} onClose={() => setAsked(null)} /> : null}
      {asked === 'manage' ? (
        <ManageViews screen={screen} views={views} query={query} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}

/** The details shown next to a view's name. */
export function notesOf(view: ShownView, inUse: ShownView | null): string {
  const shared = view.isMine ? 'shared' : `by ${view.makerName ?? 'someone'}`;
  return [
    ...(view.isShared ? [shared] : []),
    ...(view.isDefault ? ['default'] : []),
    ...(view.id === inUse?.id ? ['in use'] : []),
  ].join(', ');
}
