import { nobody } from '@/auth/principal';
import { json } from '../kit/answer';
import type { SurfaceDefinition } from '../kit/surface';
import { authErrors } from './errors';
import { authRoutes } from './routes';

/** Exchanges credentials for tokens; the only door that requires no authentication. */
export const authSurface: SurfaceDefinition = {
  name: 'auth',
  routes: authRoutes,
  authenticate: async () => ({ principal: nobody }),
  errors: authErrors,
  internalError: (requestId) =>
    json(500, { error: 'server_error', error_description: `Something went wrong. Request ${requestId}.` }),
};
