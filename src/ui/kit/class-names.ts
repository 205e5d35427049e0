import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// The names tailwind.config.ts adds; without them a size of text would pass for a colour.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['tiny', 'small', 'body', 'lead', 'title', 'figure'],
      spacing: ['row', 'field', 'cell'],
      shadow: ['raised', 'overlay', 'field'],
      radius: ['card'],
    },
  },
});

/** Joins class names; of two that set the same property the later wins, so a caller can adjust a kit part. */
export function cx(...parts: ClassValue[]): string {
  return merge(clsx(parts));
}
