import { PasswordPage, passwordMetadata } from '@/ui/signin/password-page';

export const metadata = passwordMetadata;

// Its scripts carry the nonce of the request, which a page made by the build could not.
export const dynamic = 'force-dynamic';

export default PasswordPage;
