import type { SurfaceDefinition } from '../kit/surface';
import { customerRoutes } from './customer-routes';
import { enterB } from './door';
import { errorsB, internalErrorB } from './errors';
import { REGISTRY, RESOURCE_NAMES } from './registry';
import { resourceRoutes } from './resource-routes';

/** Surface B: the same five operations over nineteen resources (4.3). */
export const surfaceB: SurfaceDefinition = {
  name: 'B',
  routes: [...RESOURCE_NAMES.flatMap((name) => resourceRoutes(name, REGISTRY[name])), ...customerRoutes],
  authenticate: enterB,
  errors: errorsB,
  internalError: internalErrorB,
};
