import { ImportEventsPage } from '@/ui/revenue/import/import-page';

export const metadata = { title: 'Import events' };

export default ImportEventsPage;
