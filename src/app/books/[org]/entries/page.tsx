import { EntriesPage, entriesMetadata } from '@/ui/entries/entries-page';

export const metadata = entriesMetadata;

export default EntriesPage;
