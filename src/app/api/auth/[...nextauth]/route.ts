import { answerNextAuth } from '@/auth/next-auth';

export const dynamic = 'force-dynamic';
export { answerNextAuth as GET, answerNextAuth as POST };
