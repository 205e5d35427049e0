export const DIMENSION_KINDS = ['departments', 'classes', 'locations', 'warehouses'] as const;
export type DimensionKind = (typeof DIMENSION_KINDS)[number];

/** One of the kind, in the middle of a sentence. */
export const ONE_OF: Readonly<Record<DimensionKind, string>> = {
  departments: 'department',
  classes: 'class',
  locations: 'location',
  warehouses: 'warehouse',
};

/** What all of them have; warehouses do not hang under each other. */
export type DimensionValue = {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly recordStatus: string;
  readonly parentId?: string | null;
};
