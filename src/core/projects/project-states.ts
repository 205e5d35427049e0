export const PROJECT_STATUSES = ['PLANNED', 'ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED'] as const;

/** Of a prime contract. */
export const CONTRACT_STATES = ['DRAFT', 'OUT_FOR_SIGNATURE', 'APPROVED', 'COMPLETE', 'TERMINATED'] as const;

export const COMMITMENT_STATES = ['DRAFT', 'APPROVED', 'COMPLETE', 'VOID'] as const;

/** By what the lines of a budget view are summed up. */
export const BUDGET_GROUPS = ['category', 'cost_code', 'none'] as const;
