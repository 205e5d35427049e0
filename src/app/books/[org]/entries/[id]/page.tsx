import { EntryPage, entryMetadata } from '@/ui/entries/entry-page';

export const metadata = entryMetadata;

export default EntryPage;
