import { AuditPage, auditMetadata } from '@/ui/audit/audit-page';

export const metadata = auditMetadata;

export default AuditPage;
