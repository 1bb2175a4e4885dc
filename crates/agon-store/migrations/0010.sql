-- Workers on other machines.

-- Which delivery of a job's message its worker began with: a later one means that the worker lost the job.
ALTER TABLE job ADD COLUMN delivery BIGINT NOT NULL DEFAULT 0;
