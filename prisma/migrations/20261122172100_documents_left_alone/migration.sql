-- What a run of *correct rates* left alone: the documents with a rate of their own where the table has another one.
ALTER TABLE rate_corrections ADD COLUMN left_documents jsonb NOT NULL DEFAULT '[]', ADD COLUMN left_count integer NOT NULL DEFAULT 0;
ALTER TABLE rate_corrections ADD CONSTRAINT rate_corrections_left_ck CHECK (jsonb_array_length(left_documents) <= left_count);
