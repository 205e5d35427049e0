'use client';

import { SunMoon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { IconButton } from '../button';
import { usePopoverTrigger } from './use-popover-trigger';

const load = () => import('./appearance-popover');
const AppearancePopover = dynamic(() => load().then((part) => part.AppearancePopover), { ssr: false });

/** Light, dark or the system's; compact or comfortable. */
export function AppearanceMenu() {
  const { button, isOpen, setOpen, triggerRef } = usePopoverTrigger(
    <IconButton label="Appearance">
      <SunMoon aria-hidden="true" />
    </IconButton>,
    load,
  );
  return (
    <>
      {button}
      {isOpen ? <AppearancePopover triggerRef={triggerRef} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
