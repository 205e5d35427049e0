import { answerBrowserSignIn } from '@/surfaces/auth/browser-sign-in';

export const dynamic = 'force-dynamic';
export { answerBrowserSignIn as GET, answerBrowserSignIn as POST };
