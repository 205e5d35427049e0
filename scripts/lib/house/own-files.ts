import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceFile } from './breach';

/** The project's files whose names match, with their text: those tracked by git and new ones it would track. */
export function ownFiles(root: string, names: RegExp): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\0')
    .filter((name) => names.test(name))
    .flatMap((name) => {
      try {
        return [{ path: name, text: readFileSync(path.join(root, name), 'utf8') }];
      } catch {
        // Deleted in the work tree but not yet in the index.
        return [];
      }
    });
}
