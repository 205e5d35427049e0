import { plainPage } from '@/ui/records/plain-page';
import { VerifyScreen } from './verify-screen';

/** `/books/<org>/verify`. The check reads everything, so the page is shown first and the result follows. */
export const VerifyPage = plainPage(async () => undefined, VerifyScreen);
