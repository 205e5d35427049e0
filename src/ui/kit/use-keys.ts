'use client';

import { useHotkeys } from 'react-hotkeys-hook';
import { useSingleKeys } from './preference-store';

/** A shortcut with a modifier works everywhere, including in fields. `mod` is Ctrl, or Cmd on a Mac. */
export function useChord(keys: string, act: (event: KeyboardEvent) => void, enabled = true) {
  useHotkeys(keys, act, {
    enabled,
    preventDefault: true,
    enableOnFormTags: true,
    enableOnContentEditable: true,
  });
}

/**
 * Whether keys are typed into a field. The focus decides, not the event: a searching list passes each key on to its highlighted row, whose
 * event would look like one outside of any field.
 */
const isTyping = () =>
  document.activeElement?.matches('input:not([type="checkbox"]), textarea, select, [contenteditable]') ===
  true;
/** Whether a dialog asks something: keys are meant for it, not for the screen behind it. */
const isAsked = () =>
  document.activeElement?.closest('dialog, [role="dialog"], [role="alertdialog"]') != null;

/** A single-key shortcut is ignored while typing, while a dialog is open and when the user has turned such shortcuts off. */
export function useSingleKey(key: string, act: (event: KeyboardEvent) => void, enabled = true) {
  const on = useSingleKeys();
  useHotkeys(key, act, {
    enabled: enabled && on,
    preventDefault: true,
    useKey: true,
    ignoreEventWhen: () => isTyping() || isAsked(),
  });
}
