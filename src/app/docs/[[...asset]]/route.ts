import { answerDocsRequest } from '@/surfaces/docs/reference-page';

export const dynamic = 'force-dynamic';
export { answerDocsRequest as GET };
