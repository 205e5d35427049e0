import type { SurfaceDefinition } from '../kit/surface';
import { enterC } from './door';
import { errorsC, internalErrorC } from './errors';
import { calendarRoutes } from './routes-calendars';
import { ownershipRoutes } from './routes-ownership';
import { revenueContractRoutes } from './routes-revenue-contracts';
import { revenueReportRoutes } from './routes-revenue-reports';
import { revenueRunRoutes } from './routes-revenue-runs';
import { revenueSetupRoutes } from './routes-revenue-setup';
import { revenueSourceRoutes } from './routes-revenue-sources';
import { settlementRoutes } from './routes-settlements';
import { subsidiaryRoutes } from './routes-subsidiaries';
import { transactionAdditionRoutes } from './routes-transaction-additions';
import { transactionRoutes } from './routes-transactions';

/** Surface C: subsidiaries and business transactions with the ledger's actions (4.4, 4.5). */
export const surfaceC: SurfaceDefinition = {
  name: 'C',
  routes: [
    ...subsidiaryRoutes,
    ...transactionRoutes,
    ...transactionAdditionRoutes,
    ...settlementRoutes,
    ...revenueContractRoutes,
    ...revenueSourceRoutes,
    ...revenueRunRoutes,
    ...revenueReportRoutes,
    ...revenueSetupRoutes,
    ...calendarRoutes,
    ...ownershipRoutes,
  ],
  authenticate: enterC,
  errors: errorsC,
  internalError: internalErrorC,
};
