import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Scalar's configuration: it may load resources only from this server. */
const CONFIGURATION = {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  metaData: { title: 'Daybook API' },
};

/** Enforced by the browser regardless of the script: nothing outside this site is loaded. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Daybook API</title>
<link rel="icon" href="/icon.svg">
</head>
<body>
<noscript>The API is described in <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</noscript>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** In a separate file: the policy allows no script inside the page. */
const START = `Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)});\n`;

const SCRIPT = path.join('node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js');

const JAVASCRIPT = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=86400',
};

let script: Promise<Buffer> | undefined;

/** GET /docs: the API reference; GET /docs/reference.js: its script, from our own files; GET /docs/start.js: what starts it. */
export async function answerDocsRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/docs') {
    return new Response(PAGE, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
      },
    });
  }
  if (pathname === '/docs/start.js') return new Response(START, { headers: JAVASCRIPT });
  if (pathname !== '/docs/reference.js') {
    return new Response('Not Found', { status: 404, headers: { 'cache-control': 'no-store' } });
  }
  script ??= readFile(path.resolve(SCRIPT));
  return new Response(new Uint8Array(await script), {
    headers: JAVASCRIPT,
  });
}
