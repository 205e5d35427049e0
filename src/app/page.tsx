import { Landing } from '@/ui/landing/landing';

export default Landing;
