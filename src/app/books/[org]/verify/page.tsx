import { VerifyPage } from '@/ui/verify/verify-page';

export const metadata = { title: 'Verify the books' };

export default VerifyPage;
