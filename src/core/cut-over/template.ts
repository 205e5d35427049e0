import { IMPORTABLE } from '../imports/importable';
import type { CutOverSheet } from './sheets';

/** The template of a sheet: its column names, and one filled row to be replaced. */
export function templateOf({ noun, example }: Pick<CutOverSheet, 'noun' | 'example'>): string[][] {
  const { fields } = IMPORTABLE[noun];
  return [fields.map(({ label }) => label), fields.map(({ name }) => example[name] ?? '')];
}
