import { type Mutant, plantedIn } from '../mutant';

/** The server in front of the endpoints: connections, bodies, limits, and what never reaches Next. */
export const DOORS_EDGE: readonly Mutant[] = [
  ...plantedIn(
    'doors',
    'src/server/sockets.ts',
    ['e2e/hostile/http-edge.test.ts', 'src/server/sockets.test.ts'],
    [
      [
        'refusals-answer-whatever-waits',
        'if (!asked.isNextAnswered(socket as Socket)) {',
        'if (socket.destroyed) {',
        'An error in the request after a posting would be read as the posting’s answer, although it is posted.',
        { tests: ['e2e/hostile/http-edge.test.ts'], title: 'is never read as the answer' },
      ],
      [
        'upgrades-stay-open',
        "server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => refuse(socket, '400 Bad Request'));",
        "server.on('upgrade', () => undefined);",
        'A thousand requests without a login would take every connection.',
        { tests: ['src/server/edge.db.test.ts'], title: 'change the protocol' },
      ],
      [
        'networks-are-not-counted',
        'if (count > most) {',
        'if (most === 0) {',
        'One network could hold all connections of the server.',
        { tests: ['src/server/sockets.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/server/dispatch.ts',
    ['e2e/hostile/http-edge.test.ts'],
    [
      [
        'two-hosts-are-one',
        'if (hosts > 1) return away',
        'if (hosts > 99) return away',
        'A proxy could use one host and Daybook the other.',
        { title: 'is refused once' },
      ],
      [
        'absolute-targets-lead-away',
        "request.url = ownTarget(request.url ?? '/');",
        "request.url = request.url ?? '/';",
        'A page requested with a host in its target would lead to that host.',
        { tests: ['src/server/pages.db.test.ts'], title: 'a target with a host' },
      ],
      [
        'next-is-asked-for-any-path',
        'if (!isEncoded(path)) return',
        'if (path === null) return',
        'Anyone without a login could cause server errors.',
        { tests: ['src/server/pages.db.test.ts'], title: 'what Next would fail on' },
      ],
      [
        'pages-go-on-without-their-reader',
        'request.headers[PAGE_CALLER_HEADER] = caller.header;',
        'delete request.headers[PAGE_CALLER_HEADER];',
        'A closed tab would keep connections busy with a page that no one sees.',
        { tests: ['src/server/sockets.db.test.ts'], title: 'what a page was to be shown with' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/trpc/handler.ts',
    ['e2e/hostile/http-edge.test.ts'],
    [
      [
        'trpc-is-asked-for-any-path',
        "if (!path.includes('%')) return;",
        'if (path.length > 0) return;',
        'Anyone without a login could cause server errors.',
        { title: 'a path that programs read differently' },
      ],
      [
        'trpc-takes-any-method',
        'if (!METHODS.includes(method)) {',
        "if (method === '') {",
        'Anyone without a login could cause server errors.',
        { title: 'every method at every path' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/trpc/download.ts',
    ['src/surfaces/trpc/download.db.test.ts'],
    [
      [
        'names-lead-to-folders',
        "encodeURIComponent(fileName.replace(NO_NAME, '_'))",
        'encodeURIComponent(fileName)',
        'A file name could choose the folder it is saved in, or hide the file type.',
        { title: 'the name of a file' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/lib/outbound.ts',
    ['src/lib/outbound.test.ts'],
    [
      [
        'everything-of-ipv6-is-public',
        "GLOBAL_6.check(address, 'ipv6') && ",
        '',
        'Addresses that carry a private one of IPv4 would be called.',
      ],
      [
        'names-are-called-as-they-resolve',
        'lookup: request.allowPrivate ? undefined : publicLookup,\n        agent: false,\n        signal: AbortSignal.timeout(request.timeoutMs),\n      },\n      (answer) => {\n        settle',
        'lookup: undefined,\n        agent: false,\n        signal: AbortSignal.timeout(request.timeoutMs),\n      },\n      (answer) => {\n        settle',
        'A host name that resolves to an internal address would be called.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/lib/unavailable.ts',
    ['src/lib/unavailable.test.ts'],
    [
      [
        'a-server-that-has-ended-is-a-fault',
        "code === 'ENOENT' && syscall === 'connect'",
        "code === 'ENOENT' && syscall === 'listen'",
        'While the built-in PostgreSQL is down, every answer would be 500 instead of 503 with when to try again.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/server/sockets.ts',
    ['src/server/sockets.db.test.ts'],
    [
      [
        'a-closed-connection-is-not-noticed',
        'for (const gone of waiting) gone.abort();',
        '',
        'What was asked for behind another request on a connection would be read for no one.',
        { title: 'whose answers wait behind others' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/kit/router.ts',
    ['src/server/sockets.db.test.ts'],
    [
      [
        'endpoints-read-for-no-one',
        'gone: writes ? undefined : inbound.gone,',
        '',
        'A killed client would keep its report running, and others out.',
        { title: 'ends a full verification' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/trpc/procedure-for.ts',
    ['src/server/sockets.db.test.ts'],
    [
      [
        'the-console-reads-for-no-one',
        '{ ...callFor(ctx, {}), gone: ctx.inbound.gone }',
        'callFor(ctx, {})',
        'A closed tab would keep its reports running, and others out.',
        { title: 'every call of a batch' },
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/server/source-maps.ts',
    ['src/server/source-maps.test.ts'],
    [
      [
        'maps-of-pages-are-kept',
        'process.setSourceMapsEnabled(false);',
        '',
        'The server would hold twice as much, and each collection of garbage hold up its requests for longer.',
      ],
      [
        'traces-stay-unreadable',
        'process.setSourceMapsEnabled(true);',
        '',
        'After the pages were loaded, no fault in the log would name a line of the source.',
      ],
    ],
  ),
  ...plantedIn(
    'doors',
    'src/surfaces/c/fields/verification.ts',
    ['e2e/ledger/evidence/verify-since.test.ts'],
    [
      [
        'what-a-verdict-relies-on-is-not-said',
        'since: orNull(sinceShape),',
        '',
        'A program would take a look at the last day for one at everything.',
        { title: 'is answered over REST' },
      ],
    ],
  ),
];
