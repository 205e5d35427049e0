/** Preferences of this browser, kept in cookies so that the server's first render already uses them. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

export const THEME_COOKIE = 'daybook-theme';
export const DENSITY_COOKIE = 'daybook-density';
export const SINGLE_KEYS_COOKIE = 'daybook-single-keys';

/** The theme in a cookie; anything else follows the system. */
export function themeOf(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system';
}

/** The density in a cookie; compact by default. */
export function densityOf(value: string | undefined): Density {
  return DENSITIES.find((density) => density === value) ?? 'compact';
}
