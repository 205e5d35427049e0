import type { Mutant } from './mutant';
import { AUTH_CREDENTIALS } from './table/auth-credentials';
import { AUTH_GUARDS } from './table/auth-guards';
import { AUTH_PROVIDERS } from './table/auth-providers';
import { CORE_ENDED } from './table/core-ended';
import { CORE_LEDGER } from './table/core-ledger';
import { CORE_MONEY } from './table/core-money';
import { CORE_PERIODS } from './table/core-periods';
import { CORE_REVENUE } from './table/core-revenue';
import { CORE_SALES } from './table/core-sales';
import { CORE_SEPARATE } from './table/core-separate';
import { DB_CALLERS } from './table/db-callers';
import { DB_CUSTOMERS } from './table/db-customers';
import { DB_EFFECTIVE_BALANCES } from './table/db-effective-balances';
import { DB_EVENTS } from './table/db-events';
import { DB_QUESTIONS } from './table/db-questions';
import { DB_REPORTS } from './table/db-reports';
import { DB_STORES } from './table/db-stores';
import { DB_VERIFICATION } from './table/db-verification';
import { DOORS_EDGE } from './table/doors-edge';
import { DOORS_KIT } from './table/doors-kit';
import { POLICIES_CONFINED } from './table/policies-confined';
import { POLICIES_SECURITY_LOG } from './table/policies-security-log';
import { POLICIES_TENANTS } from './table/policies-tenants';
import { SQL_BALANCE_COPIES } from './table/sql-balance-copies';
import { SQL_BATCHES } from './table/sql-batches';
import { SQL_CHOICES } from './table/sql-choices';
import { SQL_DAYS } from './table/sql-days';
import { SQL_DIMENSION_DAYS } from './table/sql-dimension-days';
import { SQL_DOCUMENT_PARTS } from './table/sql-document-parts';
import { SQL_DOCUMENTS } from './table/sql-documents';
import { EARLIER_DAYS } from './table/sql-earlier-days';
import { SQL_EVIDENCE } from './table/sql-evidence';
import { SQL_IMPORTS } from './table/sql-imports';
import { SQL_INTERCOMPANY } from './table/sql-intercompany';
import { SQL_KEPT_NUMBERS } from './table/sql-kept-numbers';
import { SQL_LEDGER } from './table/sql-ledger';
import { SQL_OWNERS } from './table/sql-owners';
import { SQL_PLATFORM } from './table/sql-platform';
import { SQL_RECORD_COUNTS } from './table/sql-record-counts';
import { SQL_REFERENCES } from './table/sql-references';
import { SQL_REVENUE } from './table/sql-revenue';
import { SQL_REVENUE_SUMS } from './table/sql-revenue-sums';
import { SQL_REVENUE_YEARS } from './table/sql-revenue-years';
import { SQL_REVERSALS } from './table/sql-reversals';
import { SQL_SEARCH } from './table/sql-search';
import { SQL_SERVERS } from './table/sql-servers';
import { USECASES_FOUNDING } from './table/usecases-founding';
import { USECASES_KIT } from './table/usecases-kit';
import { USECASES_LEDGER } from './table/usecases-ledger';
import { USECASES_MODIFICATIONS } from './table/usecases-modifications';
import { USECASES_REVENUE } from './table/usecases-revenue';
import { USECASES_SETS } from './table/usecases-sets';

/** Every planted bug. */
export const MUTANTS: readonly Mutant[] = [
  ...AUTH_CREDENTIALS,
  ...AUTH_GUARDS,
  ...AUTH_PROVIDERS,
  ...CORE_ENDED,
  ...CORE_LEDGER,
  ...CORE_MONEY,
  ...CORE_PERIODS,
  ...CORE_REVENUE,
  ...CORE_SALES,
  ...CORE_SEPARATE,
  ...DB_REPORTS,
  ...EARLIER_DAYS,
  ...DB_CALLERS,
  ...DB_STORES,
  ...DB_VERIFICATION,
  ...DOORS_EDGE,
  ...DOORS_KIT,
  ...POLICIES_CONFINED,
  ...POLICIES_SECURITY_LOG,
  ...POLICIES_TENANTS,
  ...SQL_CHOICES,
  ...SQL_DAYS,
  ...SQL_DIMENSION_DAYS,
  ...SQL_DOCUMENT_PARTS,
  ...SQL_DOCUMENTS,
  ...SQL_EVIDENCE,
  ...SQL_BALANCE_COPIES,
  ...SQL_BATCHES,
  ...SQL_IMPORTS,
  ...SQL_INTERCOMPANY,
  ...SQL_LEDGER,
  ...SQL_PLATFORM,
  ...SQL_KEPT_NUMBERS,
  ...SQL_RECORD_COUNTS,
  ...SQL_REFERENCES,
  ...SQL_REVENUE,
  ...SQL_REVERSALS,
  ...DB_CUSTOMERS,
  ...DB_EFFECTIVE_BALANCES,
  ...DB_EVENTS,
  ...DB_QUESTIONS,
  ...SQL_REVENUE_SUMS,
  ...SQL_REVENUE_YEARS,
  ...SQL_OWNERS,
  ...SQL_SEARCH,
  ...SQL_SERVERS,
  ...USECASES_FOUNDING,
  ...USECASES_KIT,
  ...USECASES_LEDGER,
  ...USECASES_MODIFICATIONS,
  ...USECASES_REVENUE,
  ...USECASES_SETS,
];
