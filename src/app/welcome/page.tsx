import { WelcomePage, welcomeMetadata } from '@/ui/welcome/welcome-page';

export const metadata = welcomeMetadata;

// What it shows is determined when it is requested, not when it is built.
export const dynamic = 'force-dynamic';

export default WelcomePage;
