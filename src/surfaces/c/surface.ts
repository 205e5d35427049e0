import type { SurfaceDefinition } from '../kit/surface';
import { enterC } from './door';
import { errorsC, internalErrorC } from './errors';
import { subsidiaryRoutes } from './routes-subsidiaries';
import { transactionAdditionRoutes } from './routes-transaction-additions';
import { transactionRoutes } from './routes-transactions';

/** Surface C: subsidiaries and business transactions with the ledger's actions (4.4, 4.5). */
export const surfaceC: SurfaceDefinition = {
  name: 'C',
  routes: [...subsidiaryRoutes, ...transactionRoutes, ...transactionAdditionRoutes],
  authenticate: enterC,
  errors: errorsC,
  internalError: internalErrorC,
};
