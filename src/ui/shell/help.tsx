'use client';

import { KeyboardHelp, type KeyGroup } from '@/ui/kit/menus/keyboard-help';

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'Anywhere',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'Search, go to or create' },
      { keys: ['?'], does: 'This list' },
      { keys: ['/'], does: 'Search the list in view' },
      { keys: ['n'], does: 'New transaction' },
    ],
  },
  {
    title: 'Lists and reports',
    keys: [
      { keys: ['↑', '↓'], does: 'Previous and next row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Space'], does: 'See a document beside its list' },
      { keys: ['x'], does: 'Choose the row, with Shift all since the last one' },
      { keys: ['[', ']'], does: 'Previous and next period' },
    ],
  },
  {
    title: 'Approvals',
    keys: [
      { keys: ['j', 'k'], does: 'Next and previous document' },
      { keys: ['a'], does: 'Approve' },
      { keys: ['r'], does: 'Send back, after a comment' },
    ],
  },
  {
    title: 'Journal grid',
    keys: [
      { keys: ['Enter'], does: 'Next line or new line' },
      { keys: ['='], does: 'Fill in the balancing amount' },
      { keys: ['Ctrl', 'D'], does: 'Copy the cell above' },
      { keys: ['Ctrl', 'Shift', 'D'], does: 'Duplicate the line' },
      { keys: ['Alt', 'Enter'], does: 'Insert a line' },
      { keys: ['Ctrl', '⌫'], does: 'Delete the line' },
      { keys: ['Ctrl', 'Z'], does: 'Undo' },
      { keys: ['Ctrl', 'S'], does: 'Save as draft' },
      { keys: ['Ctrl', 'Enter'], does: 'Submit or post' },
    ],
  },
  {
    title: 'Dates',
    keys: [
      { keys: ['t'], does: 'Today' },
      { keys: ['+', '-'], does: 'A day later or earlier' },
      { keys: ['m', 'h'], does: 'Start and end of the month' },
      { keys: ['15'], does: 'The 15th' },
    ],
  },
];

/** The console's keyboard shortcuts. */
export function Help({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return <KeyboardHelp isOpen={isOpen} onClose={onClose} groups={GROUPS} />;
}
