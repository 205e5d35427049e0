import { fileURLToPath } from 'node:url';

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  // The checkout is the whole project, whatever lock files are in the folders above it.
  turbopack: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Filters are read on both sides: the browser has the same parsers already, in the client's entry.
    resolveAlias: { 'nuqs/server': { browser: 'nuqs' } },
  },
  // Native code and drivers stay in node_modules; bundling would add a second copy.
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-pg',
    '@prisma/client',
    'pg',
    'pino',
    'prom-client',
  ],
  // The cache for the next build would be a quarter of a gigabyte and take a quarter of the build time, while most machines build a version
  // once.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // `npm test` runs tsc over everything; a start should not wait for it a second time.
  typescript: { ignoreBuildErrors: true },
  // Folders without a page of their own: an address that was cut there leads on.
  redirects: async () => [
    { source: '/books/:org/reports', destination: '/books/:org/reports/trial-balance', permanent: false },
    { source: '/books/:org/source-orders', destination: '/books/:org/order-sources', permanent: false },
  ],
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Referrer-Policy', value: 'same-origin' },
      ],
    },
  ],
};
