import { plainPage } from '@/ui/records/plain-page';
import { importsQuestion, loadImportsFilters } from './imports-question';
import { ImportsScreen } from './imports-screen';

/** `/books/<org>/imports`. */
export const ImportsPage = plainPage(
  (trpc, search) => trpc.imports.list.prefetch(importsQuestion(loadImportsFilters(search))),
  ImportsScreen,
);
