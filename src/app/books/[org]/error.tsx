'use client';

import { PageError } from '@/ui/shell/page-error';

export default PageError;
