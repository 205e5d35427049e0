import { DevelopersPage, developersMetadata } from '@/ui/developers/developers-page';

export const metadata = developersMetadata;

export default DevelopersPage;
