import { NewImportScreen } from './new-import-screen';

/** `/books/<org>/imports/new`. */
export function NewImportPage() {
  return <NewImportScreen />;
}
