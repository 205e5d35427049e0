// The house rules that no other tool checks: names, places, lengths, words, lists written twice, citations, code that only
// tests reach, and verbs that no screen calls.
// Each rule says why. `tsx scripts/check-house.ts` prints every breach and exits with 1 when there is one.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { britishSpellings } from './lib/house/american-english';
import { brokenCitations } from './lib/house/citations';
import { crowdedFolders } from './lib/house/folders';
import { breachesOf } from './lib/house/house-rules';
import { ownFiles } from './lib/house/own-files';
import { Reach } from './lib/house/reach';
import { repeatedChoices } from './lib/house/repeated-choices';
import { verbBreaches } from './lib/house/verb-calls';
import { VERBS_WITHOUT_SCREEN } from './lib/house/verbs-without-screen';
import { unseenRows } from './lib/laws/migrated-rows';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const files = ownFiles(root, /\.(?:ts|tsx|mjs|cjs|js|css|sql|prisma)$/);
const pages = ownFiles(root, /\.md$/);
const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});

const tracked = list.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)));

const unreached = new Reach(files).unreached().map(({ path: where, line, name }) => ({
  path: where,
  line,
  rule: `${name} is reached by no door`,
  why: 'What only tests use is not the product: delete it, or move a true oracle to e2e/…/oracle.',
}));
const breaches = [
  ...breachesOf(files),
  ...pages.flatMap(britishSpellings),
  ...repeatedChoices(files),
  ...unseenRows(files),
  ...crowdedFolders(tracked),
  ...brokenCitations([...files, ...pages], new Set(list.split('\0'))),
  ...unreached,
  ...verbBreaches(files, VERBS_WITHOUT_SCREEN, 'scripts/lib/house/verbs-without-screen.ts'),
];
for (const { path: where, line, rule, why } of breaches) {
  console.error(`${where}${line === undefined ? '' : `:${line}`}  ${rule}\n    ${why}`);
}
console.log(`${files.length + pages.length} files, ${breaches.length} breaches of the house rules.`);
process.exit(breaches.length > 0 ? 1 : 0);
