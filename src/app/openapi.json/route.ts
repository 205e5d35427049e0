import { answerOpenApiRequest } from '@/surfaces/web-transport';

export const dynamic = 'force-dynamic';
export { answerOpenApiRequest as GET };
