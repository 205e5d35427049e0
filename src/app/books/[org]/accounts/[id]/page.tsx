import { ActivityPage, activityMetadata } from '@/ui/accounts/activity-page';

export const metadata = activityMetadata;

export default ActivityPage;
