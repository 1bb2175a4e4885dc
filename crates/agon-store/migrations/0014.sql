-- Questions keep the words of their team beside those that staff publish.

-- What the public reads instead of the text; NULL for the text itself.
ALTER TABLE question ADD COLUMN wording TEXT;
