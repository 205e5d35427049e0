import { answerRestRequest } from '@/surfaces/web-transport';

export const dynamic = 'force-dynamic';
export {
  answerRestRequest as DELETE,
  answerRestRequest as GET,
  answerRestRequest as HEAD,
  answerRestRequest as PATCH,
  answerRestRequest as POST,
  answerRestRequest as PUT,
};
