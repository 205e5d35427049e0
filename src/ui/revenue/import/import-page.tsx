import { ImportEventsScreen } from './import-screen';

/** `/books/<org>/revenue/import`. */
export function ImportEventsPage() {
  return <ImportEventsScreen />;
}
