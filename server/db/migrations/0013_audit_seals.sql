-- Seals of the activity log: each proves a batch of rows by a Merkle root, and the seal before it by its hash.

-- A row's salt keeps what it says of people from being guessed by its digest. What is erased takes the salt with it and
-- leaves its digest, which stands in for it when the row is proved.
alter table activity_logs alter salt set default uuid_send(gen_random_uuid());
alter table activity_logs add erased bytea;

-- Rows that no seal covers yet: each is written with its log in one statement, and taken away by the seal. Rows commit
-- in another order than their time's, so no time and no counter could say up to where the log is sealed.
create table unsealed_activity_logs (
  organization_id uuid not null,
  "timestamp" timestamptz(3) not null,
  id uuid not null,
  primary key ("timestamp", id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

insert into unsealed_activity_logs select organization_id, "timestamp", id from activity_logs;

-- The arrays run side by side: which rows a seal covers, in the tree's order, and the digest of each.
create table activity_log_seals (
  number bigint primary key,
  sealed_at timestamptz(3) not null,
  size int not null,
  root bytea not null,
  previous bytea not null,
  hash bytea not null,
  organization_ids uuid[] not null,
  timestamps timestamptz(3)[] not null,
  ids uuid[] not null,
  leaves bytea[] not null
);

-- Where the chain ends: one row, from the first seal on.
create table activity_log_chain (
  one boolean primary key default true check (one),
  seals bigint not null,
  hash bytea not null
);
