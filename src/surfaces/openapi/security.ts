import type { Surface } from '@/core/principal';

/** How callers authenticate on each surface (interface 5). */
export const SECURITY_SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of POST /auth/token. The organization is the token’s (surfaces A, B).',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description: 'A browser signed in to the console (surface C). Writes must come from the same origin.',
  },
  organization: {
    type: 'apiKey',
    in: 'header',
    name: 'x-idp-organization-id',
    description: 'The organization (surface C). Absent: 401 MISSING_ORGANIZATION_CONTEXT.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key (surface D).' },
  apiOrganization: {
    type: 'apiKey',
    in: 'header',
    name: 'x-organization-id',
    description: 'The API key’s organization (surface D).',
  },
  apiCompany: {
    type: 'apiKey',
    in: 'header',
    name: 'x-company-id',
    description: 'The API key’s company (surface D).',
  },
} as const;

type Requirement = Partial<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>>;

/** The alternatives a surface accepts; empty: no authentication required. */
export const SECURITY_OF: Readonly<Record<Surface, readonly Requirement[]>> = {
  A: [{ accessToken: [] }],
  B: [{ accessToken: [] }],
  C: [
    { accessToken: [], organization: [] },
    { sessionCookie: [], organization: [] },
  ],
  D: [{ apiKey: [], apiOrganization: [], apiCompany: [] }],
  scim: [],
  auth: [],
  trpc: [],
  job: [],
};
