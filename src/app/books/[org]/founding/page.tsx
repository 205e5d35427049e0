import { FoundingPage, foundingMetadata } from '@/ui/founding/founding-page';

export const metadata = foundingMetadata;

export default FoundingPage;
