import { WelcomePage, welcomeMetadata } from '@/ui/welcome/welcome-page';

export const metadata = welcomeMetadata;

// What it shows is asked of the server of the moment, not of the build.
export const dynamic = 'force-dynamic';

export default WelcomePage;
