import { PageSkeleton } from '@/ui/kit/skeleton';

export default PageSkeleton;
