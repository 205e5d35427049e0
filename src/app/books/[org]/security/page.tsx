import { SecurityPage, securityMetadata } from '@/ui/security/security-page';

export const metadata = securityMetadata;

export default SecurityPage;
