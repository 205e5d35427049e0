import { VendorPage } from '@/ui/vendors/vendor-page';

export const metadata = { title: 'Vendor' };

export default VendorPage;
