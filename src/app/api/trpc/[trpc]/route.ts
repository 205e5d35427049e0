import { answerTrpcRequest } from '@/surfaces/trpc/web-transport';

export const dynamic = 'force-dynamic';
export { answerTrpcRequest as GET, answerTrpcRequest as POST };
