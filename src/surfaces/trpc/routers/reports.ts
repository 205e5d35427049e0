import { accountActivity } from '@/usecases/reports/account-activity';
import { ledgerEntries, ledgerEntry } from '@/usecases/reports/entries';
import { generalLedger } from '@/usecases/reports/general-ledger';
import { glOverview } from '@/usecases/reports/gl-overview';
import { aging, openItems } from '@/usecases/reports/open-items';
import { balanceSheet, incomeStatement } from '@/usecases/reports/statements';
import { trialBalanceReport } from '@/usecases/reports/trial-balance';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** What stands in the ledger, seen from every side. */
export const reportsRouter = createTrpcRouter({
  trialBalance: procedureFor(trialBalanceReport),
  accountActivity: procedureFor(accountActivity),
  generalLedger: procedureFor(generalLedger),
  entries: procedureFor(ledgerEntries),
  entry: procedureFor(ledgerEntry),
  glOverview: procedureFor(glOverview),
  balanceSheet: procedureFor(balanceSheet),
  incomeStatement: procedureFor(incomeStatement),
  openItems: procedureFor(openItems),
  aging: procedureFor(aging),
});
