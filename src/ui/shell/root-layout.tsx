import type { Metadata, Viewport } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { DENSITY_COOKIE, densityOf, THEME_COOKIE, themeOf } from '@/ui/kit/preferences';
import { Toaster } from '@/ui/kit/toaster';

export const metadata: Metadata = {
  title: { default: 'Daybook', template: '%s · Daybook' },
  description: 'Revenue recognition and general ledger, exact to the cent.',
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

/** The HTML document. Theme and density come from cookies, so the first render already uses them. */
export async function RootLayout({ children }: { readonly children: ReactNode }) {
  const jar = await cookies();
  const theme = themeOf(jar.get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      data-density={densityOf(jar.get(DENSITY_COOKIE)?.value)}
      suppressHydrationWarning
    >
      <body>
        {children}
        <Toaster />
      </body>
    </html>
  );
}
