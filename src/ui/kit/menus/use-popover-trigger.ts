'use client';

import { cloneElement, type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import type { ButtonProps } from '../button';

/**
 * Makes a button open a popover whose code is loaded on first use: menus are on every page but seldom opened.
 */
export function usePopoverTrigger(trigger: ReactElement<ButtonProps>, fetchCode: () => unknown) {
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const button = cloneElement(trigger, {
    ref: triggerRef,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPress: () => setOpen(true),
    onPointerEnter: () => void fetchCode(),
    onFocus: () => void fetchCode(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  });
  return { button, isOpen, setOpen, triggerRef };
}
