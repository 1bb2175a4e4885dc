-- What a worker's machine has for its games; 0 if it has not said so.
ALTER TABLE worker ADD COLUMN cores BIGINT NOT NULL DEFAULT 0;
ALTER TABLE worker ADD COLUMN memory_mib BIGINT NOT NULL DEFAULT 0;
