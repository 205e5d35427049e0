// The house rules that no other machine guards: names, places, lengths and words. Each rule says why.
// `tsx scripts/check-house.ts` prints every breach and ends with 1 when there is one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { breachesOf, type SourceFile } from './lib/house-rules';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});

const files: SourceFile[] = [];
for (const name of list
  .split('\0')
  .filter((name) => /\.(?:ts|tsx|mjs|cjs|js|css|sql|prisma|md)$/.test(name))) {
  try {
    files.push({ path: name, text: readFileSync(path.join(root, name), 'utf8') });
  } catch {
    // Deleted in the work tree and not yet in the index.
  }
}

const breaches = breachesOf(files);
for (const { path: where, line, rule, why } of breaches) {
  console.error(`${where}${line === undefined ? '' : `:${line}`}  ${rule}\n    ${why}`);
}
console.log(`${files.length} files, ${breaches.length} breaches of the house rules.`);
process.exit(breaches.length > 0 ? 1 : 0);
