import type { Metadata } from 'next';
import { plainPage } from '@/ui/records/plain-page';
import { OrganizationsScreen } from './organizations-screen';

export const organizationsMetadata: Metadata = { title: 'Organizations' };

/** `/books/<org>/organizations`: every organization of the person who is signed in. */
export const OrganizationsPage = plainPage((trpc) => trpc.session.me.prefetch(), OrganizationsScreen);
