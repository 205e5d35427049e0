import { VendorsPage } from '@/ui/vendors/vendors-page';

export const metadata = { title: 'Vendors' };

export default VendorsPage;
