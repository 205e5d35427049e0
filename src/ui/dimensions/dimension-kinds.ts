export const DIMENSION_KINDS = ['departments', 'classes', 'locations', 'warehouses'] as const;
export type DimensionKind = (typeof DIMENSION_KINDS)[number];

/** The singular name of the kind, for use inside a sentence. */
export const ONE_OF: Readonly<Record<DimensionKind, string>> = {
  departments: 'department',
  classes: 'class',
  locations: 'location',
  warehouses: 'warehouse',
};

/** The fields they share. Warehouses have no parents. */
export type DimensionValue = {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly recordStatus: string;
  readonly parentId?: string | null;
};
