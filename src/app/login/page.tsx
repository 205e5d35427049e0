import { SignInPage, signInMetadata } from '@/ui/signin/sign-in-page';

export const metadata = signInMetadata;

export default SignInPage;
