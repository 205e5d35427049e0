import type { SurfaceDefinition } from '../kit/surface';
import { enterC } from './door';
import { errorsC, internalErrorC } from './errors';
import { calendarRoutes } from './routes-calendars';
import { intercompanyRoutes } from './routes-intercompany';
import { ledgerReportRoutes } from './routes-ledger-reports';
import { ledgerSetupRoutes } from './routes-ledger-setup';
import { orderSourceRoutes } from './routes-order-sources';
import { otherLedgerRoutes } from './routes-other-ledgers';
import { ownershipRoutes } from './routes-ownership';
import { periodRoutes } from './routes-periods';
import { revenueApprovalRoutes } from './routes-revenue-approvals';
import { revenueContractRoutes } from './routes-revenue-contracts';
import { revenueJudgementRoutes } from './routes-revenue-judgements';
import { revenueReportRoutes } from './routes-revenue-reports';
import { revenueRunRoutes } from './routes-revenue-runs';
import { revenueSetupRoutes } from './routes-revenue-setup';
import { revenueSourceRoutes } from './routes-revenue-sources';
import { settlementRoutes } from './routes-settlements';
import { subsidiaryRoutes } from './routes-subsidiaries';
import { transactionAdditionRoutes } from './routes-transaction-additions';
import { transactionRoutes } from './routes-transactions';

/** Surface C: subsidiaries and business transactions with the ledger's actions (4.4, 4.5), revenue, and the ledger's reports and setup. */
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
    ...revenueJudgementRoutes,
    ...revenueApprovalRoutes,
    ...revenueSetupRoutes,
    ...ledgerReportRoutes,
    ...periodRoutes,
    ...ledgerSetupRoutes,
    ...calendarRoutes,
    ...ownershipRoutes,
    ...intercompanyRoutes,
    ...orderSourceRoutes,
    ...otherLedgerRoutes,
  ],
  authenticate: enterC,
  errors: errorsC,
  internalError: internalErrorC,
};
