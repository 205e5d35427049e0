import { recordPage } from '@/ui/records/list-page';
import { RunScreen } from './run-screen';

/** `/books/<org>/revenue/runs/<id>`. */
export const RunPage = recordPage((trpc, id) => trpc.revenue.runs.get.prefetch({ id }), RunScreen);
