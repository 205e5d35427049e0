import { observeRequest } from '@/lib/telemetry/metrics';
import { surfaceA } from './a/surface';
import { authSurface } from './auth/surface';
import { surfaceB } from './b/surface';
import { surfaceC } from './c/surface';
import { surfaceD } from './d/surface';
import { createRouter, type Router } from './kit/router';
import type { SurfaceDefinition } from './kit/surface';
import { surfaceScim } from './scim/surface';

/** Every REST door. */
const surfaces: readonly SurfaceDefinition[] = [
  authSurface,
  surfaceA,
  surfaceB,
  surfaceC,
  surfaceD,
  surfaceScim,
];

/** The door that answers 404 for unknown paths under a prefix, longest prefix first. */
const owners: readonly (readonly [prefix: string, owner: SurfaceDefinition])[] = [
  ['/auth', authSurface],
  ['/prospects', surfaceA],
  ['/employees', surfaceA],
  ['/api/v1', surfaceC],
  ['/api/external', surfaceD],
  ['/api', surfaceB],
  ['/scim', surfaceScim],
];

/** Paths under /api that belong to Next and tRPC. */
const NOT_OURS = ['/api/trpc', '/api/auth'];

let router: Router | undefined;

/** The REST core over the four surfaces, the token endpoint and SCIM, built once. */
export function restRouter(): Router {
  router ??= createRouter(surfaces, { fallback: ownerOf, observe: observeRequest });
  return router;
}

/** The door that answers 404 for an unknown path; null: not a REST path, so Next answers. */
export function ownerOf(path: string): SurfaceDefinition | null {
  if (NOT_OURS.some((prefix) => isUnder(path, prefix))) return null;
  return owners.find(([prefix]) => isUnder(path, prefix))?.[1] ?? null;
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
