import { MembersPage, membersMetadata } from '@/ui/members/members-page';

export const metadata = membersMetadata;

export default MembersPage;
