import { HomePage, homeMetadata } from '@/ui/home/home-page';

export const metadata = homeMetadata;

export default HomePage;
