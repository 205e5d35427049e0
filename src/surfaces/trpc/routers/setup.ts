import { correctRates, listRateCorrections } from '@/usecases/fx/correct-rates';
import { listExchangeRates, removeExchangeRate, setExchangeRates } from '@/usecases/fx/exchange-rates';
import { addCurrency, listCurrencies, updateCurrency } from '@/usecases/setup/currencies';
import { listTransactionTypes } from '@/usecases/setup/list-transaction-types';
import {
  createPostingRule,
  listPostingRules,
  removePostingRule,
  updatePostingRule,
} from '@/usecases/setup/posting-rules';
import { createTaxCode, listTaxCodes, removeTaxCode, updateTaxCode } from '@/usecases/setup/tax-codes';
import {
  createTransactionType,
  getTransactionType,
  removeTransactionType,
  updateTransactionType,
} from '@/usecases/setup/transaction-types';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The ledger's setup: transaction types and posting rules, taxes, currencies and exchange rates. */
export const setupRouter = createTrpcRouter({
  transactionTypes: createTrpcRouter({
    list: procedureFor(listTransactionTypes),
    get: procedureFor(getTransactionType),
    create: procedureFor(createTransactionType),
    update: procedureFor(updateTransactionType),
    remove: procedureFor(removeTransactionType),
  }),
  postingRules: createTrpcRouter({
    list: procedureFor(listPostingRules),
    create: procedureFor(createPostingRule),
    update: procedureFor(updatePostingRule),
    remove: procedureFor(removePostingRule),
  }),
  taxCodes: createTrpcRouter({
    list: procedureFor(listTaxCodes),
    create: procedureFor(createTaxCode),
    update: procedureFor(updateTaxCode),
    remove: procedureFor(removeTaxCode),
  }),
  currencies: createTrpcRouter({
    list: procedureFor(listCurrencies),
    create: procedureFor(addCurrency),
    update: procedureFor(updateCurrency),
  }),
  exchangeRates: createTrpcRouter({
    list: procedureFor(listExchangeRates),
    set: procedureFor(setExchangeRates),
    remove: procedureFor(removeExchangeRate),
    correct: procedureFor(correctRates),
    corrections: procedureFor(listRateCorrections),
  }),
});
