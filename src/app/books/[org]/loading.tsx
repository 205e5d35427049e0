import { PageSkeleton } from '@/ui/kit/layout/skeleton';

export default PageSkeleton;
