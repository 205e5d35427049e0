import { ledgerEntries, ledgerEntry } from '@/usecases/reports/list-entries';
import { openItems } from '@/usecases/reports/list-open-items';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { aging } from '@/usecases/reports/show-aging';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { generalLedger } from '@/usecases/reports/show-general-ledger';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { documentCounts, glOverview, ledgerState, periodStates } from '@/usecases/reports/show-overview';
import { balanceSheet, incomeStatement } from '@/usecases/reports/show-statements';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Reports on the ledger. */
export const reportsRouter = createTrpcRouter({
  trialBalance: procedureFor(trialBalanceReport),
  accountActivity: procedureFor(accountActivity),
  generalLedger: procedureFor(generalLedger),
  entries: procedureFor(ledgerEntries),
  entry: procedureFor(ledgerEntry),
  glOverview: procedureFor(glOverview),
  documentCounts: procedureFor(documentCounts),
  ledgerState: procedureFor(ledgerState),
  periodStates: procedureFor(periodStates),
  balanceSheet: procedureFor(balanceSheet),
  incomeStatement: procedureFor(incomeStatement),
  incomeByPeriod: procedureFor(incomeByPeriod),
  consolidation: procedureFor(consolidation),
  openItems: procedureFor(openItems),
  aging: procedureFor(aging),
  tieOut: procedureFor(tieOutControls),
});
