import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { CLASS_GROUPS, VOIDED } from './class-groups';

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: CLASS_GROUPS,
  conflictingClassGroups: VOIDED,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [
    'before',
    'after',
    'placeholder',
    'file',
    'marker',
    'selection',
    'first-line',
    'first-letter',
    'backdrop',
    '*',
    '**',
  ],
}));

/** Joins class names; of two that set the same property the later one wins, so a caller can adjust a kit component. */
export function cx(...parts: ClassValue[]): string {
  return merge(clsx(parts));
}
