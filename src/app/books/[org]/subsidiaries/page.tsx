import { SubsidiariesPage, subsidiariesMetadata } from '@/ui/subsidiaries/subsidiaries-page';

export const metadata = subsidiariesMetadata;

export default SubsidiariesPage;
