'use client';

import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { onNotice } from './notify';

const NoticeList = dynamic(() => import('./notice-list').then((part) => part.NoticeList), { ssr: false });

/** The area where notices appear. Its code is loaded with the first notice. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => onNotice(() => setWanted(true)), []);
  return isWanted ? <NoticeList /> : null;
}
