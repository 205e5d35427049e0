import { ProspectPage, prospectMetadata } from '@/ui/prospects/prospect-page';

export const metadata = prospectMetadata;

export default ProspectPage;
