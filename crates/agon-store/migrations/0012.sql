-- Appeals that change a result.

-- What the decision changed about the disputed match, as a sentence.
ALTER TABLE question ADD COLUMN correction TEXT;
