'use client';

import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../class-names';
import type { MenuEntry, MenuPlacement } from './menu-entry';

/** The container of a menu, next to the button that opened it. */
export function MenuFrame({
  label,
  triggerRef,
  placement,
  onClose,
  children,
}: {
  readonly label: string;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly placement: MenuPlacement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Popover
      aria-label={label}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement={placement}
      className="min-w-48 overflow-auto rounded-card border border-line bg-raised py-1 shadow-overlay"
    >
      {children}
    </Popover>
  );
}

/** The list of actions of an ActionMenu. */
export function MenuPopover({
  label,
  entries,
  triggerRef,
  placement,
  onClose,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly placement: MenuPlacement;
  readonly onClose: () => void;
}) {
  return (
    <MenuFrame label={label} triggerRef={triggerRef} placement={placement} onClose={onClose}>
      <Menu aria-label={label} className="outline-none" items={entries} onClose={onClose} autoFocus="first">
        {(entry) => (
          <MenuItem
            id={entry.id}
            textValue={entry.label}
            isDisabled={entry.isDisabled ?? false}
            onAction={entry.onAction}
            className={cx(
              'flex cursor-pointer items-baseline justify-between gap-6 px-3 py-1.5 outline-none focus:bg-hover',
              'disabled:cursor-default disabled:text-ink-mute',
              entry.tone === 'danger' && 'text-danger',
            )}
          >
            <span>{entry.label}</span>
            {entry.note ? <span className="text-ink-mute text-small">{entry.note}</span> : null}
          </MenuItem>
        )}
      </Menu>
    </MenuFrame>
  );
}
