/** One installed or locked package, as described by the lock file and its package.json. */
export interface LockedPackage {
  /** Its place in node_modules, e.g. `node_modules/a/node_modules/b`. */
  readonly place: string;
  readonly license: string | undefined;
  readonly integrity: string | undefined;
}

/** Licenses that ask for no more than a notice. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Licenses that bind those who change the package, each with the packages for which it is accepted, which are used unchanged. */
const BINDING: readonly { readonly license: string; readonly packages: RegExp; readonly why: string }[] = [
  { license: 'MPL-2.0', packages: /./, why: 'binds file by file; none of these files is changed here' },
  {
    license: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp/,
    why: 'a library of its own that can be replaced; optional, for pictures Next would resize, which Daybook has none of',
  },
  { license: 'EPL-2.0', packages: /^elkjs$/, why: 'part of the API reference, unchanged' },
];

/** Packages whose license is in a file and not in their package.json. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = { 'seq-queue': 'MIT' };

/** Packages without any stated license, each with the reason why it is accepted; docs/licenses.md names them. */
const NONE_TOLD: Readonly<Record<string, string>> = {
  neverpanic:
    'required by the API reference’s chat, which is switched off; its author has published no license',
};

/** What packages write instead of the standard names. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'MIT/X11': 'MIT',
  'MIT and ISC': 'MIT AND ISC',
};

export const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '');

/** The license in the standard's spelling; undefined when the package states none. */
export function licenseOf({ license, place }: LockedPackage): string | undefined {
  const stated = license ?? STATED_ELSEWHERE[nameOf(place)];
  return stated === undefined ? undefined : (SPELLINGS[stated] ?? stated);
}

/** Whether an SPDX expression permits us to use the package: one side of an OR, every side of an AND. */
function isAllowed(expression: string, name: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  const either = text.split(/ OR /);
  if (either.length > 1) return either.some((part) => isAllowed(part, name));
  const all = text.split(/ AND /);
  if (all.length > 1) return all.every((part) => isAllowed(part, name));
  return FREE.has(text) || BINDING.some(({ license, packages }) => license === text && packages.test(name));
}

/** What is wrong with the packages, one sentence each. */
export function breachesOfPackages(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap((one) => {
    const name = nameOf(one.place);
    const found: string[] = [];
    if (one.integrity === undefined) {
      found.push(
        `${one.place} has no digest in the lock file: whatever the registry answers would be installed.`,
      );
    } else if (!/^sha512-[\w+/]{86}==$/.test(one.integrity)) {
      found.push(`${one.place} has a digest that is not SHA-512: ${one.integrity}.`);
    }
    const license = licenseOf(one);
    if (license === undefined) {
      if (NONE_TOLD[name] === undefined) found.push(`${one.place} tells no license.`);
    } else if (!isAllowed(license, name)) {
      found.push(`${one.place} has a license that is not on the list: ${license}.`);
    }
    return found;
  });
}

/** The page of licenses with their packages. */
export function licensePage(packages: readonly LockedPackage[]): string {
  const byLicense = new Map<string, Set<string>>();
  for (const one of packages) {
    const license = licenseOf(one);
    if (license === undefined) continue;
    byLicense.set(license, (byLicense.get(license) ?? new Set()).add(nameOf(one.place)));
  }
  const groups = [...byLicense].sort(([a, these], [b, those]) => those.size - these.size || (a < b ? -1 : 1));
  return [
    '# Licenses of the packages',
    '',
    'Daybook is under the license in [LICENSE](../LICENSE). These are the licenses of the packages it is built with and from, as the',
    'installed packages tell them. `npm run check` fails when this page is out of date or a license is not allowed',
    '(`scripts/lib/house/package-rules.ts`); `npm run check:packages -- --write` writes it.',
    '',
    '| License | Packages | |',
    '|---|---|---|',
    ...groups.map(([license, names]) => `| ${license} | ${names.size} | ${noteOf(license)} |`),
    '',
    ...Object.entries(NONE_TOLD).flatMap(([name, why]) => [`${name} states no license: ${why}.`, '']),
    ...groups.flatMap(([license, names]) => [`## ${license}`, '', `${[...names].sort().join(', ')}`, '']),
  ].join('\n');
}

const noteOf = (license: string): string =>
  BINDING.filter((one) => license.includes(one.license))
    .map(({ why }) => why)
    .join('; ');
