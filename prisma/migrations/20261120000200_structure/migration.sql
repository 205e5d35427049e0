-- The structure of an organization: subsidiaries, the dimensions of its postings, its employees.

-- The legal entities of an organization; the ownership percentage matters for consolidation.
CREATE TABLE subsidiaries (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  code text NOT NULL,
  description text,
  parent_id uuid,
  base_currency text NOT NULL,
  country_code text,
  is_elimination boolean NOT NULL DEFAULT false,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ownership_percent numeric(7,4) NOT NULL DEFAULT 100,
  CONSTRAINT subsidiaries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT subsidiaries_not_own_parent_ck CHECK (parent_id IS DISTINCT FROM id),
  CONSTRAINT subsidiaries_ownership_percent_ck CHECK ((ownership_percent > 0) AND (ownership_percent <= 100)),
  CONSTRAINT subsidiaries_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT subsidiaries_organization_org_fk FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT subsidiaries_parent_id_org_fk FOREIGN KEY (organization_id, parent_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE UNIQUE INDEX subsidiaries_organization_id_code_key ON subsidiaries (organization_id, code);
CREATE INDEX subsidiaries_organization_id_parent_id_idx ON subsidiaries (organization_id, parent_id);
CREATE INDEX subsidiaries_parent_id_sql_idx ON subsidiaries (organization_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE departments (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  manager_id uuid,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT departments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT departments_not_own_parent_ck CHECK (parent_id IS DISTINCT FROM id),
  CONSTRAINT departments_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT departments_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES departments (organization_id, id)
);
CREATE UNIQUE INDEX departments_organization_id_code_key ON departments (organization_id, code);
CREATE INDEX departments_parent_id_sql_idx ON departments (organization_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE locations (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  address jsonb,
  time_zone text,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT locations_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT locations_not_own_parent_ck CHECK (parent_id IS DISTINCT FROM id),
  CONSTRAINT locations_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT locations_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES locations (organization_id, id)
);
CREATE UNIQUE INDEX locations_organization_id_code_key ON locations (organization_id, code);
CREATE INDEX locations_parent_id_sql_idx ON locations (organization_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE classes (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  parent_id uuid,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT classes_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT classes_not_own_parent_ck CHECK (parent_id IS DISTINCT FROM id),
  CONSTRAINT classes_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT classes_parent_id_org_fk FOREIGN KEY (organization_id, parent_id) REFERENCES classes (organization_id, id)
);
CREATE UNIQUE INDEX classes_organization_id_code_key ON classes (organization_id, code);
CREATE INDEX classes_parent_id_sql_idx ON classes (organization_id, parent_id) WHERE parent_id IS NOT NULL;

CREATE TABLE warehouses (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text,
  location_id uuid,
  subsidiary_id uuid,
  address jsonb,
  record_status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT warehouses_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT warehouses_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT warehouses_location_id_org_fk FOREIGN KEY (organization_id, location_id)
    REFERENCES locations (organization_id, id),
  CONSTRAINT warehouses_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX warehouses_location_id_sql_idx ON warehouses (organization_id, location_id) WHERE location_id IS NOT NULL;
CREATE UNIQUE INDEX warehouses_organization_id_code_key ON warehouses (organization_id, code);
CREATE INDEX warehouses_subsidiary_id_sql_idx ON warehouses (organization_id, subsidiary_id) WHERE subsidiary_id IS NOT NULL;

CREATE TABLE employees (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  display_name text,
  code text,
  entity_types text[] DEFAULT ARRAY[]::text[],
  email text,
  phone text,
  website text,
  address jsonb,
  parent_entity_id uuid,
  primary_contact_id uuid,
  tax_id text,
  description text,
  notes text,
  custom_fields jsonb,
  employee_number text,
  department text,
  title text,
  reports_to uuid,
  start_date date,
  end_date date,
  employment_type text,
  has_metadata boolean NOT NULL DEFAULT false,
  record_status text NOT NULL DEFAULT 'active',
  is_active boolean NOT NULL DEFAULT true,
  subsidiary_id uuid,
  department_id uuid,
  user_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT employees_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT employees_entity_types_ck CHECK ('Employee' = ANY (entity_types)),
  CONSTRAINT employees_record_status_ck CHECK (record_status IN ('active', 'inactive', 'archived')),
  CONSTRAINT employees_department_id_org_fk FOREIGN KEY (organization_id, department_id)
    REFERENCES departments (organization_id, id),
  CONSTRAINT employees_subsidiary_id_org_fk FOREIGN KEY (organization_id, subsidiary_id)
    REFERENCES subsidiaries (organization_id, id)
);
CREATE INDEX employees_department_id_sql_idx ON employees (organization_id, department_id) WHERE department_id IS NOT NULL;
CREATE INDEX employees_organization_id_created_at_id_idx ON employees (organization_id, created_at, id);
CREATE INDEX employees_organization_id_employee_number_idx ON employees (organization_id, employee_number);
CREATE INDEX employees_organization_id_reports_to_idx ON employees (organization_id, reports_to);
CREATE INDEX employees_subsidiary_id_sql_idx ON employees (organization_id, subsidiary_id) WHERE subsidiary_id IS NOT NULL;

-- Row security is forced: not even the owner reads across organizations. The policies are in prisma/sql/identity/tenant.sql.
ALTER TABLE subsidiaries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE departments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE locations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE classes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE warehouses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE employees ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- The application's grants; it owns nothing.
GRANT SELECT, INSERT, UPDATE, DELETE ON subsidiaries, departments, locations, classes, warehouses, employees TO daybook_app;
