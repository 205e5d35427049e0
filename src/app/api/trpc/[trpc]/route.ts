import { answerTrpcRequest } from '@/surfaces/trpc/handler';

export const dynamic = 'force-dynamic';
export { answerTrpcRequest as GET, answerTrpcRequest as POST };
