import { AccountPage, accountMetadata } from '@/ui/account/account-page';

export const metadata = accountMetadata;

export default AccountPage;
