import { ImportPage } from '@/ui/imports/import-page';

export const metadata = { title: 'Import' };

export default ImportPage;
