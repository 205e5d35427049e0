import { IMPORT_NOUNS, IMPORT_PERMISSIONS } from '@/core/imports/import-noun';
import type { Permission } from '@/core/permissions';

export type NavItem = {
  readonly label: string;
  /** Below `/books/<organization>`; '' is the home page. */
  readonly path: string;
  /** The permissions of which a user needs one to see it; null: every member. */
  readonly permission: Permission | readonly Permission[] | null;
  /** Keeps the period and subsidiary of the finance bar. */
  readonly finance?: boolean;
  /** Other words it can be found by in the command palette. */
  readonly also?: string;
};

export type NavGroup = { readonly label: string; readonly items: readonly NavItem[] };

/** The console's navigation (console.md, habit 21). A group without a permitted item is not shown. */
export const NAVIGATION: readonly NavGroup[] = [
  {
    label: 'Home',
    items: [
      { label: 'Home', path: '', permission: null, also: 'start dashboard overview' },
      {
        label: 'Approvals',
        path: 'approvals',
        permission: 'gl.transaction.approve',
        also: 'waiting queue inbox',
      },
    ],
  },
  {
    label: 'Ledger',
    items: [
      {
        label: 'Transactions',
        path: 'transactions',
        permission: 'gl.transaction.read',
        also: 'journals documents',
      },
      { label: 'Chart of accounts', path: 'accounts', permission: 'gl.account.read', also: 'coa' },
      {
        label: 'Ledger entries',
        path: 'entries',
        permission: 'gl.report.read',
        finance: true,
        also: 'general ledger detail',
      },
    ],
  },
  {
    label: 'Revenue',
    items: [
      {
        label: 'Contracts',
        path: 'revenue',
        permission: 'revenue.read',
        also: 'recognition runs deferred policies standalone selling prices costs',
      },
      { label: 'Subscriptions', path: 'subscriptions', permission: 'billing.read', also: 'recurring' },
    ],
  },
  {
    label: 'Customers & cash',
    items: [
      { label: 'Customers', path: 'customers', permission: 'crm.customer.read', also: 'accounts receivable' },
      { label: 'Invoices', path: 'invoices', permission: 'gl.transaction.read', also: 'receivables' },
      { label: 'Payments', path: 'payments', permission: 'gl.transaction.read', also: 'receipts cash' },
      { label: 'Vendors', path: 'vendors', permission: 'purchasing.read', also: 'suppliers payables' },
      {
        label: 'Items',
        path: 'items',
        permission: 'billing.read',
        also: 'products services catalog obligations',
      },
      { label: 'Price lists', path: 'price-lists', permission: 'billing.read' },
    ],
  },
  {
    label: 'CRM',
    items: [
      {
        label: 'Prospects',
        path: 'prospects',
        permission: 'crm.prospect.read',
        also: 'pipeline board sales',
      },
      { label: 'Leads', path: 'leads', permission: 'crm.lead.read' },
    ],
  },
  {
    label: 'Close & reports',
    items: [
      {
        label: 'Trial balance',
        path: 'reports/trial-balance',
        permission: 'gl.report.read',
        finance: true,
        also: 'tb',
      },
      {
        label: 'Balance sheet',
        path: 'reports/balance-sheet',
        permission: 'gl.report.read',
        finance: true,
        also: 'statement assets liabilities equity',
      },
      {
        label: 'Income statement',
        path: 'reports/income-statement',
        permission: 'gl.report.read',
        finance: true,
        also: 'profit and loss p&l',
      },
      {
        label: 'Consolidation',
        path: 'reports/consolidation',
        permission: 'gl.report.read',
        finance: true,
        also: 'group eliminations minority non-controlling translation',
      },
      {
        label: 'Intercompany',
        path: 'reports/intercompany',
        permission: 'gl.report.read',
        finance: true,
        also: 'due to due from mirrors sisters eliminations',
      },
      {
        label: 'Aging',
        path: 'reports/aging',
        permission: 'gl.report.read',
        finance: true,
        also: 'ar ap open items overdue',
      },
      { label: 'Periods', path: 'periods', permission: 'gl.period.read', also: 'close lock month end' },
      {
        label: 'Order sources',
        path: 'order-sources',
        permission: 'revenue.read',
        also: 'import stripe chargebee salesforce hubspot shopify invoices subscriptions deals rules waiting',
      },
      {
        label: 'Other ledgers',
        path: 'other-ledgers',
        permission: 'gl.report.read',
        also: 'export batches netsuite quickbooks xero intacct journals out read back',
      },
      { label: 'Verify', path: 'verify', permission: 'gl.verify.run', also: 'check proof books' },
    ],
  },
  {
    label: 'Projects',
    items: [{ label: 'Projects', path: 'projects', permission: 'project.read', also: 'budgets commitments' }],
  },
  {
    label: 'Developers',
    items: [
      {
        label: 'API keys',
        path: 'developers',
        permission: 'org.credential.read',
        also: 'tokens integration webhooks clients',
      },
      { label: 'Audit trail', path: 'audit', permission: 'org.audit.read', also: 'history log' },
      {
        label: 'Security log',
        path: 'security',
        permission: 'org.security.read',
        also: 'sign-ins logins refusals rights keys',
      },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Organization', path: 'settings', permission: 'org.organization.read' },
      {
        label: 'Organizations',
        path: 'organizations',
        permission: null,
        also: 'switch companies directory new books',
      },
      {
        label: 'Founding',
        path: 'founding',
        permission: 'org.organization.write',
        also: 'set up start begin onboarding checklist',
      },
      {
        label: 'Members',
        path: 'members',
        permission: 'org.member.read',
        also: 'people users invite roles permissions conflicts',
      },
      {
        label: 'Subsidiaries',
        path: 'subsidiaries',
        permission: 'org.structure.read',
        also: 'entities companies',
      },
      {
        label: 'Dimensions',
        path: 'dimensions',
        permission: 'org.structure.read',
        also: 'departments classes locations',
      },
      {
        label: 'Units of measure',
        path: 'units',
        permission: 'org.structure.read',
        also: 'uom pieces hours',
      },
      {
        label: 'Accounting setup',
        path: 'setup',
        permission: 'gl.setup.read',
        also: 'tax codes exchange rates posting rules number series',
      },
      {
        label: 'Imports',
        path: 'imports',
        permission: IMPORT_NOUNS.map((noun) => IMPORT_PERMISSIONS[noun]),
        also: 'upload csv spreadsheet migrate',
      },
      {
        label: 'Cut-over',
        path: 'cut-over',
        permission: 'gl.setup.write',
        also: 'opening balances migrate earlier system take over',
      },
      {
        label: 'Jobs',
        path: 'jobs',
        permission: null,
        also: 'background work progress queue schedule retry log',
      },
      { label: 'Employees', path: 'employees', permission: 'hr.employee.read', also: 'people staff' },
    ],
  },
];

/** The groups and items a set of permissions may see. */
export function navigationFor(permissions: readonly string[]): NavGroup[] {
  const held = new Set(permissions);
  return NAVIGATION.map((group) => ({
    ...group,
    items: group.items.filter(
      ({ permission }) => permission === null || [permission].flat().some((one) => held.has(one)),
    ),
  })).filter((group) => group.items.length > 0);
}
