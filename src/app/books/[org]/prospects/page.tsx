import { ProspectsPage, prospectsMetadata } from '@/ui/prospects/prospects-page';

export const metadata = prospectsMetadata;

export default ProspectsPage;
