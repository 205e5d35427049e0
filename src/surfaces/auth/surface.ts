import { nobody } from '@/auth/principal';
import { json } from '../kit/answer';
import type { SurfaceDefinition } from '../kit/surface';
import { authErrors } from './errors';
import { authRoutes } from './routes';

/** Where credentials are exchanged for tokens; the one door that asks for none. */
export const authSurface: SurfaceDefinition = {
  name: 'auth',
  routes: authRoutes,
  authenticate: async () => ({ principal: nobody }),
  errors: authErrors,
  internalError: (requestId) =>
    json(500, { error: 'server_error', error_description: `Something went wrong. Request ${requestId}.` }),
};
