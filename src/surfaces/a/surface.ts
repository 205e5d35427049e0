import type { SurfaceDefinition } from '../kit/surface';
import { enterA } from './door';
import { errorsA, internalErrorA } from './errors';
import { employeeRoutes } from './routes-employees';
import { prospectRoutes } from './routes-prospects';

/** Surface A: rich prospect and employee operations for people and services with a Bearer token (4.1, 4.2). */
export const surfaceA: SurfaceDefinition = {
  name: 'A',
  routes: [...prospectRoutes, ...employeeRoutes],
  authenticate: enterA,
  errors: errorsA,
  internalError: internalErrorA,
};
