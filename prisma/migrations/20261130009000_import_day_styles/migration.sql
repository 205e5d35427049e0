-- How days with slashes are written in a file that is imported: told by the days themselves, or by a person.
ALTER TABLE imports ADD COLUMN day_style text;
ALTER TABLE imports ADD CONSTRAINT imports_day_style_ck CHECK (day_style IN ('YMD', 'MDY', 'DMY'));
