// Licenses and digests of every package in the lock file, and docs/licenses.md, which lists them:
// tsx scripts/check-packages.ts [--write].
import fs from 'node:fs';
import path from 'node:path';
import { breachesOfPackages, type LockedPackage, licensePage } from './lib/house/package-rules';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const page = path.join(root, 'docs', 'licenses.md');

interface LockEntry {
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

interface OwnFile {
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

function lockedPackages(): LockedPackage[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(lock.packages)
    .filter(([place, { link }]) => place !== '' && link !== true)
    .map(([place, entry]) => {
      const own = ownFile(place);
      return {
        place,
        // The lock file takes precedence: it is the same on every system, whatever is installed there.
        license: entry.license ?? licenseIn(own),
        integrity: entry.integrity,
      };
    });
}

function ownFile(place: string): OwnFile | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, place, 'package.json'), 'utf8')) as OwnFile;
  } catch {
    return null;
  }
}

/** Older packages state their license as an object or a list. */
function licenseIn(own: OwnFile | null): string | undefined {
  if (own === null) return undefined;
  if (typeof own.license === 'string') return own.license;
  return own.license?.type ?? own.licenses?.map(({ type }) => type ?? 'unknown').join(' OR ');
}

const packages = lockedPackages();
const breaches = breachesOfPackages(packages);
const text = licensePage(packages);
if (process.argv.includes('--write')) fs.writeFileSync(page, text);
else if (!fs.existsSync(page) || fs.readFileSync(page, 'utf8') !== text) {
  breaches.push('docs/licenses.md is out of date: npm run check:packages -- --write.');
}
for (const breach of breaches) console.error(breach);
console.log(`${packages.length} packages, ${breaches.length} breaches.`);
process.exit(breaches.length > 0 ? 1 : 0);
