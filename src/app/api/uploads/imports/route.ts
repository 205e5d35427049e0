import { answerUploadRequest } from '@/surfaces/trpc/upload';

export const dynamic = 'force-dynamic';
export { answerUploadRequest as POST };
