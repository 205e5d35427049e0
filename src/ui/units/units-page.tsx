import { plainPage } from '@/ui/records/plain-page';
import { UNITS_QUESTION } from './units-question';
import { UnitsScreen } from './units-screen';

/** `/books/<org>/units`. */
export const UnitsPage = plainPage((trpc) => trpc.unitsOfMeasure.page.prefetch(UNITS_QUESTION), UnitsScreen);
