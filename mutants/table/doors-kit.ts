import { type Mutant, plantedIn } from '../mutant';

/** The REST core, its answers, and the four REST surfaces. */
export const DOORS_KIT: readonly Mutant[] = [
  ...plantedIn(
    'doors',
    'src/surfaces/kit/answer.ts',
    ['src/surfaces/kit/answer.test.ts'],
    [
      [
        'if-match-star-matches-nothing',
        "header === null || header.trim() === '*'",
        'header === null',
        'A caller who accepts any version would always be refused.',
      ],
      [
        'foreign-etags-match-everything',
        'return found === null ? -1 : Number(found[1]);',
        'return found === null ? undefined : Number(found[1]);',
        'A caller with the ETag of another resource would overwrite the record.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/c/fields/revenue/csv.ts',
    ['src/surfaces/c/fields/revenue/csv.test.ts'],
    [
      [
        'a-table-is-written-in-one-turn',
        'map(cellsOf));\n    await letOthers();',
        'map(cellsOf));',
        'Everyone would wait while a table of thirty thousand lines is written.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/kit/router.ts',
    ['e2e/contracts/all-surfaces.test.ts', 'e2e/contracts/idempotency.test.ts'],
    [
      [
        'if-match-is-not-read',
        "const version = writes ? versionFromIfMatch(inbound.header('if-match')) : undefined;",
        'const version = undefined;',
        'If-Match would be accepted and ignored.',
        { tests: ['e2e/contracts/a/prospects.test.ts'], title: 'If-Match' },
      ],
      [
        'dry-runs-are-real',
        "dryRun: writes && sentQuery.dryRun === 'true',",
        'dryRun: false,',
        'A dry run would carry out the change.',
        { tests: ['e2e/contracts/c/transactions-post.test.ts'], title: 'dryRun' },
      ],
      [
        'keys-forget-the-query',
        '[...inbound.query].sort(),',
        '[],',
        'The same key with and without dryRun=true would count as one request.',
      ],
      [
        'keys-forget-the-body',
        "body === undefined ? '' : JSON.stringify(body),",
        "'',",
        'A reused key with another body would get the first answer.',
      ],
      [
        'keys-of-any-length',
        'key.length === 0 || key.length > KEY_LIMIT',
        'key.length === 0',
        'A key too long for its column would cause a server error instead of a refusal.',
      ],
      [
        'answers-are-cached',
        "'cache-control': 'no-store', ",
        '',
        'A proxy could show one customer’s books to another.',
      ],
      [
        'faults-tell-what-happened',
        'return finish(surface.internalError(requestId), requestId, extra);',
        'throw error;',
        'A server error would end the request without an answer.',
        { tests: ['e2e/contracts/a/unforeseen.test.ts'] },
      ],
      [
        'nul-reaches-the-database',
        "found[name] = value.replaceAll('\\u0000', '');",
        'found[name] = value;',
        'A NUL in a query would cause a server error instead of an answer.',
        { tests: ['e2e/contracts/all-surfaces.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/kit/inbound.ts',
    ['e2e/contracts/all-surfaces.test.ts'],
    [
      [
        'bodies-of-any-type',
        "if (!isJsonType(inbound.header('content-type') ?? '')) {",
        'if (false) {',
        'A form from another site could be read as JSON.',
      ],
      [
        'bodies-of-any-size',
        'if (bytes.byteLength > BODY_LIMIT) refuseLargeBody();',
        '',
        'A body sent without its length could exhaust memory.',
        { tests: ['e2e/contracts/all-surfaces.test.ts', 'src/surfaces/kit/node-transport.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/ui/kit/grid/grid-state.ts',
    ['src/ui/kit/grid/paste-table.test.ts'],
    [
      [
        'what-is-still-looked-up-is-marked-as-wrong',
        'return isKnown(text) ? next : line;',
        'return next;',
        'Pasted items would be marked in red until they are found.',
      ],
      [
        'a-cell-in-which-someone-types-is-settled',
        'line : lookedUp(rules, line, action),',
        'lookedUp(rules, line, action) : lookedUp(rules, line, action),',
        'A text would change under the hands of who types it.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/ui/reports/aging-links.ts',
    ['src/ui/reports/aging-links.test.ts'],
    [
      [
        'the-total-of-an-aging-leads-nowhere',
        "figure !== 'total' && ",
        '',
        'A customer whose invoice and payment on account cancel out would have no way to them.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/kit/paging.ts',
    ['src/surfaces/kit/paging.test.ts', 'e2e/contracts/a/prospect-lists.test.ts'],
    [
      [
        'the-last-page-has-a-next',
        'page.page < page.totalPages ?',
        'page.page <= page.totalPages ?',
        'A program that follows the links would never end.',
      ],
      [
        'half-a-page-is-none',
        'Math.ceil(total / limit)',
        'Math.floor(total / limit)',
        'The last records of a list would be on no page.',
      ],
      [
        'limits-have-no-maximum',
        'queryNumber({ min: 1, max: defaults.max })',
        'queryNumber({ min: 1, max: 1_000_000 })',
        'One request could ask for a million rows.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/c/door.ts',
    ['e2e/contracts/c/door.test.ts', 'e2e/contracts/auth/session-on-surface-c.test.ts'],
    [
      [
        'the-organization-header-may-be-anything',
        'if (!isId(named)) {',
        "if (named === '') {",
        'A header that is not an id would reach the database.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/kit/counted-failures.ts',
    ['e2e/contracts/d/keys-and-limits.test.ts'],
    [
      [
        'failed-keys-are-not-counted',
        'await countFailure(inbound.address, now);',
        '',
        'Guessing keys would not be limited.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/d/door.ts',
    ['e2e/contracts/d/keys-and-limits.test.ts'],
    [
      [
        'all-keys-share-one-limit',
        'grantRequest(principal.credential, KEY_LIMITS',
        "grantRequest('key', KEY_LIMITS",
        'One busy customer would lock out all others.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/d/limits.ts',
    ['e2e/contracts/d/keys-and-limits.test.ts'],
    [
      [
        'a-hundred-and-one-requests-a-minute',
        'KEY_LIMITS: RateLimits = { minute: 100, day: 5_000 }',
        'KEY_LIMITS: RateLimits = { minute: 101, day: 5_000 }',
        'The contract allows one hundred.',
      ],
      [
        'five-thousand-and-one-requests-a-day',
        'KEY_LIMITS: RateLimits = { minute: 100, day: 5_000 }',
        'KEY_LIMITS: RateLimits = { minute: 100, day: 5_001 }',
        'The contract allows five thousand.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/server/built-files.ts',
    ['src/server/built-files.test.ts'],
    [
      [
        'built-files-are-any-file',
        'return this.#names.has(name) ? name : null;',
        'return name;',
        'Anyone could read files outside the build.',
      ],
      [
        'built-files-in-a-refused-coding',
        '.filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\\.0*)?$/.test(parameter)))',
        '',
        'A browser would be sent an encoding that it does not accept.',
      ],
      [
        'built-files-compressed-each-time',
        'this.#forms.set(key, made);',
        '',
        'Every browser would have the server compress the scripts again.',
      ],
    ],
  ),
];
