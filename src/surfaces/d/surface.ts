import type { SurfaceDefinition } from '../kit/surface';
import { enterD, type RateClock } from './door';
import { errorsD, internalErrorD } from './errors';
import { glRoutes } from './routes/gl';
import { projectRoutes } from './routes/projects';

/** Surface D with its own clock for the rate limits, for tests of the limits. */
export function surfaceDAt(now: RateClock): SurfaceDefinition {
  return {
    name: 'D',
    routes: [...projectRoutes, ...glRoutes],
    authenticate: enterD(now),
    errors: errorsD,
    internalError: internalErrorD,
  };
}

/** Surface D: project, budget and ledger data for external systems with an API key (4.6). */
export const surfaceD: SurfaceDefinition = surfaceDAt(null);
