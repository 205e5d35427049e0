import { InvitationPage, invitationMetadata } from '@/ui/signin/invitation-page';

export const metadata = invitationMetadata;

// Its scripts carry the nonce of the request, which a page made by the build could not.
export const dynamic = 'force-dynamic';

export default InvitationPage;
