/** Browser features that a page could request and these pages never need. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer, whichever part of the server gives it. */
export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['permissions-policy', UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ')],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  // For answers that are not pages, should a browser be made to show one; a page replaces it with its own.
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
];

/**
 * The content security policy of a page. Scripts run only with the request's nonce, or when loaded by one of
 * those; inline styles are allowed, since the components set positions that way. In development the compiler
 * evaluates code and keeps a socket open.
 */
export function contentSecurityPolicy(nonce: string, mode: 'development' | 'production' | 'test'): string {
  const isDevelopment = mode === 'development';
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Written out: without it the rule for scripts would count, by which a worker needs more than its address.
    `worker-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/**
 * What the answer to a sign-out tells the browser to clear: pages it keeps to go back to, so that whoever sits down next does not. What the
 * pages themselves keep, they clear before they ask (ui/shell/user-menu). Null for any other request.
 */
export function clearedAtSignOut(method: string | undefined, path: string): string | null {
  return method === 'POST' && path === '/api/auth/signout' ? '"cache"' : null;
}

/** The API reference sends its own policy (surfaces/docs). */
export function bringsOwnPolicy(path: string): boolean {
  return path === '/docs' || path.startsWith('/docs/');
}

/**
 * Strict-Transport-Security for two years when the base URL is https; null otherwise, since browsers ignore it over
 * http.
 */
export function strictTransport(baseUrl: string | undefined): string | null {
  return baseUrl?.startsWith('https:') === true ? 'max-age=63072000; includeSubDomains' : null;
}
