import { ApprovalsPage, approvalsMetadata } from '@/ui/approvals/approvals-page';

export const metadata = approvalsMetadata;

export default ApprovalsPage;
