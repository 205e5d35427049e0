'use client';

import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { cx } from './class-names';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
};

/** A button that opens a list of acts. `trigger` is a kit Button. */
export function ActionMenu({
  label,
  trigger,
  entries,
  placement = 'bottom end',
}: {
  readonly label: string;
  readonly trigger: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly placement?: 'bottom end' | 'bottom start' | 'top start';
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover
        placement={placement}
        className="min-w-48 overflow-auto rounded-card border border-line bg-raised py-1 shadow-overlay"
      >
        <Menu aria-label={label} className="outline-none" items={entries}>
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
      </Popover>
    </MenuTrigger>
  );
}
