import type { SurfaceDefinition } from '../kit/surface';
import { enterScim } from './door';
import { errorsScim, internalErrorScim } from './errors';
import { groupRoutes } from './routes-groups';
import { serviceRoutes } from './routes-service';
import { userRoutes } from './routes-users';

/** SCIM 2.0 (RFC 7643, RFC 7644): an organization's directory sends its people and groups. */
export const surfaceScim: SurfaceDefinition = {
  name: 'scim',
  routes: [...serviceRoutes, ...userRoutes, ...groupRoutes],
  authenticate: enterScim,
  errors: errorsScim,
  internalError: internalErrorScim,
};
