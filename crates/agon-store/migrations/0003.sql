-- What reading a submission's program has shown, for the contest's regulations; empty if none apply.

ALTER TABLE submission ADD COLUMN reading TEXT;
