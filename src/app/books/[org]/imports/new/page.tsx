import { NewImportPage } from '@/ui/imports/new-import-page';

export const metadata = { title: 'New import' };

export default NewImportPage;
