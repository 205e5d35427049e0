/** Where a menu opens, seen from its button. */
export type MenuPlacement = 'bottom end' | 'bottom start' | 'top start';

/** One act of a menu. */
export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
};
