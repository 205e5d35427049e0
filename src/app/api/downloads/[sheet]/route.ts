import { answerDownloadRequest } from '@/surfaces/trpc/download';

export const dynamic = 'force-dynamic';
export { answerDownloadRequest as GET };
