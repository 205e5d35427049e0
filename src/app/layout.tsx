import '@/ui/theme/daybook.css';

import { metadata, RootLayout, viewport } from '@/ui/shell/root-layout';

export { metadata, viewport };

export default RootLayout;
