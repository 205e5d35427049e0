import { plainPage } from '@/ui/records/plain-page';
import { CutOverScreen } from './cut-over-screen';

/** `/books/<org>/cut-over`. */
export const CutOverPage = plainPage((trpc) => trpc.cutOver.list.prefetch({}), CutOverScreen);
