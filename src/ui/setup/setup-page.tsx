import type { SearchParams } from 'nuqs/server';
import type { booksServer } from '@/surfaces/trpc/server';
import { plainPage } from '@/ui/records/plain-page';
import { SUBSIDIARIES_QUESTION } from '@/ui/records/subsidiaries-question';
import { SetupScreen } from './setup-screen';
import { loadSetupFilters, ratesQuestion } from './setup-tabs';

type Trpc = Awaited<ReturnType<typeof booksServer>>['trpc'];

/** Fetches the data of the tab in the URL. */
function prefetch(trpc: Trpc, search: SearchParams) {
  const { of, page } = loadSetupFilters(search);
  switch (of) {
    case 'tax-codes':
      return trpc.setup.taxCodes.list.prefetch({});
    case 'exchange-rates':
      return trpc.setup.exchangeRates.list.prefetch(ratesQuestion(page));
    case 'posting-rules':
      return Promise.all([
        trpc.setup.postingRules.list.prefetch({}),
        trpc.setup.transactionTypes.list.prefetch({}),
        trpc.accounts.tree.prefetch({}),
        trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
      ]);
    case 'types':
      return trpc.setup.transactionTypes.list.prefetch({});
    case 'currencies':
      return trpc.setup.currencies.list.prefetch({});
    case 'intercompany':
      return Promise.all([
        trpc.intercompany.settings.prefetch({}),
        trpc.accounts.tree.prefetch({}),
        trpc.subsidiaries.list.prefetch(SUBSIDIARIES_QUESTION),
      ]);
  }
}

/** `/books/<org>/setup?of=…`. */
export const SetupPage = plainPage(prefetch, SetupScreen);
