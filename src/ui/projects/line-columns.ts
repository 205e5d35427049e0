import type { RowColumn } from '@/ui/records/form/form-rows';

export const PRICED_COLUMNS: readonly RowColumn[] = [
  { name: 'costCode', label: 'Cost code', required: true },
  { name: 'description', label: 'Description', required: true },
  { name: 'quantity', label: 'Quantity', required: true, isNumber: true },
  { name: 'unitPrice', label: 'Unit price', required: true, isNumber: true },
];

export const BUDGET_COLUMNS: readonly RowColumn[] = [
  { name: 'costCode', label: 'Cost code', required: true },
  { name: 'description', label: 'Description' },
  { name: 'category', label: 'Category', required: true },
  { name: 'originalAmount', label: 'Original', required: true, isNumber: true },
  { name: 'approvedChanges', label: 'Approved changes', isNumber: true },
  { name: 'pendingChanges', label: 'Pending changes', isNumber: true },
  { name: 'forecastToComplete', label: 'Still expected', isNumber: true },
];

export const CONTRACT_COLUMNS: readonly RowColumn[] = [
  { name: 'costCode', label: 'Cost code' },
  { name: 'description', label: 'Description', required: true },
  { name: 'amount', label: 'Amount', required: true, isNumber: true },
  { name: 'billedAmount', label: 'Billed so far', isNumber: true },
];

/** A text of a line, or a default where nothing was typed. */
export const typed = (row: Readonly<Record<string, string>>, name: string, otherwise: string) =>
  row[name] || otherwise;
