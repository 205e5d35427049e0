import { plainPage } from '@/ui/records/plain-page';
import { VerifyScreen } from './verify-screen';

/** `/books/<org>/verify`. The check reads everything, so the page comes first and the verdict follows. */
export const VerifyPage = plainPage(async () => undefined, VerifyScreen);
