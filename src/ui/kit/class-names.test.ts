import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cx } from './class-names';

test('a text size and a text color are both kept, and a later height wins', () => {
  expect(cx('text-small text-ink-mute')).toBe('text-small text-ink-mute');
  expect(cx('h-field w-full', 'h-10')).toBe('w-full h-10');
  expect(cx('h-auto', 'h-row', false)).toBe('h-row');
});

/** The library's whole table, with the names tailwind.config.ts adds. */
const whole = extendTailwindMerge({
  extend: {
    theme: {
      text: ['tiny', 'small', 'body', 'lead', 'title', 'figure'],
      spacing: ['row', 'field', 'cell'],
      shadow: ['raised', 'overlay', 'field'],
      radius: ['card'],
    },
  },
});

/** Every class in the sources' string literals, without its variants: only those that the library knows as classes. */
function classesIn(folder: string): Set<string> {
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\.|class-groups/.test(name)) continue;
    for (const [, , text = ''] of readFileSync(path.join(folder, name), 'utf8').matchAll(
      /(['"`])((?:(?!\1)[^\n\\])*)\1/g,
    )) {
      for (const word of text.split(/\s+/))
        found.add(word.replace(/^(?:[^:[\]]*(?:\[[^\]]*\])?[^:[\]]*:)+/, ''));
    }
  }
  return new Set([...found].filter((word) => word !== '' && whole(`${word} ${word}`) === word));
}

test('any two classes in the sources are merged as by the library’s whole table', () => {
  const classes = [...classesIn(path.join(import.meta.dirname, '..'))];
  expect(classes.length).toBeGreaterThan(300);
  const different: string[] = [];
  for (const one of classes) {
    for (const other of classes) {
      if (one === other) continue;
      const pair = `${one} ${other}`;
      if (cx(pair) !== whole(pair)) different.push(`${pair}: ${cx(pair)}, not ${whole(pair)}`);
    }
  }
  expect(different).toEqual([]);
});
