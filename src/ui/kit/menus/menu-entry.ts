/** Where a menu opens relative to its button. */
export type MenuPlacement = 'bottom end' | 'bottom start' | 'top start';

/** One action of a menu. */
export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly tone?: 'danger';
  readonly isDisabled?: boolean;
  readonly onAction: () => void;
};
