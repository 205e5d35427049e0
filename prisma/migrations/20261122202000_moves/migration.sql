-- The journal of moves of organizations between servers, at the directory (npm run move). It says how far a move has come, so that one that was
-- interrupted goes on or goes back, and afterward who moved what, when, and what was compared.
CREATE TABLE organization_moves (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  from_server text NOT NULL,
  to_server text NOT NULL,
  step text NOT NULL DEFAULT 'STARTED',
  started_by text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3),
  figures jsonb NOT NULL DEFAULT '{}',
  error text,
  CONSTRAINT organization_moves_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_moves_step_ck CHECK (step IN ('STARTED', 'COPIED', 'CHECKED', 'CLOSING', 'SWITCHED', 'DONE', 'BACK', 'REMOVED')),
  CONSTRAINT organization_moves_ended_ck CHECK ((ended_at IS NOT NULL) = (step IN ('DONE', 'BACK', 'REMOVED'))),
  CONSTRAINT organization_moves_servers_ck CHECK (from_server <> to_server)
);
-- One move at a time.
CREATE UNIQUE INDEX organization_moves_open_sql_idx ON organization_moves (organization_id) WHERE ended_at IS NULL;
ALTER TABLE organization_moves ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- Written by the owner only, who moves.
GRANT SELECT ON organization_moves TO daybook_app;
