import { DimensionsPage, dimensionsMetadata } from '@/ui/dimensions/dimensions-page';

export const metadata = dimensionsMetadata;

export default DimensionsPage;
