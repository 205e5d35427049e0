'use client';

import dynamic from 'next/dynamic';
import type { ReactElement } from 'react';
import type { ButtonProps } from '../button';
import type { MenuEntry, MenuPlacement } from './menu-entry';
import { usePopoverTrigger } from './use-popover-trigger';

const load = () => import('./menu-popover');
const MenuPopover = dynamic(() => load().then((part) => part.MenuPopover), { ssr: false });

/** A button that opens a list of actions. `trigger` is a kit Button. */
export function ActionMenu({
  label,
  trigger,
  entries,
  placement = 'bottom end',
}: {
  readonly label: string;
  readonly trigger: ReactElement<ButtonProps>;
  readonly entries: readonly MenuEntry[];
  readonly placement?: MenuPlacement;
}) {
  const { button, isOpen, setOpen, triggerRef } = usePopoverTrigger(trigger, load);
  return (
    <>
      {button}
      {isOpen ? (
        <MenuPopover
          label={label}
          entries={entries}
          triggerRef={triggerRef}
          placement={placement}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
