import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { mistypedRate } from '../story/rates';
import type { Stage } from './stage';

/** A euro rate was entered with two digits transposed; it is set again, and the documents and entries it affected are corrected. */
export async function buildRateCorrection(stage: Stage): Promise<void> {
  const { meant } = mistypedRate(stage.timeline);
  await stage.run('controller', setExchangeRates, {
    rates: [
      {
        fromCurrency: meant.from,
        toCurrency: meant.to,
        rateDate: meant.date,
        rateType: meant.type,
        rate: meant.rate,
      },
    ],
  });
  for (const [subsidiary, currencyCode] of [
    ['US', meant.from],
    ['DE', meant.to],
  ] as const) {
    const subsidiaryId = stage.ids.get('subsidiary', subsidiary);
    await stage.run('controller', correctRates, { subsidiaryId, currencyCode, from: meant.date });
  }
}
