import { OtherLedgerPage, otherLedgerMetadata } from '@/ui/other-ledgers/other-ledger-page';

export const metadata = otherLedgerMetadata;

export default OtherLedgerPage;
