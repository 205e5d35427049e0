import { OtherLedgersPage, otherLedgersMetadata } from '@/ui/other-ledgers/other-ledgers-page';

export const metadata = otherLedgersMetadata;

export default OtherLedgersPage;
