import { ApplyPage, applyMetadata } from '@/ui/payments/apply-page';

export const metadata = applyMetadata;

export default ApplyPage;
