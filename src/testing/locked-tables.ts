import { withOwner } from './owner';

/**
 * Does something while tables are locked, so that whatever reads them comes to no end, or in share mode whatever writes them. For files with a
 * database of their own, since others would wait too.
 */
export function whileLocked<T>(
  tables: string,
  work: (unlock: () => Promise<unknown>) => Promise<T>,
  mode: 'access exclusive' | 'share' = 'access exclusive',
): Promise<T> {
  return withOwner(async (owner) => {
    await owner.query('begin');
    await owner.query(`lock table ${tables} in ${mode} mode`);
    try {
      return await work(() => owner.query('rollback'));
    } finally {
      await owner.query('rollback');
    }
  });
}
