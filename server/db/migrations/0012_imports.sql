-- Files whose rows become records. The files themselves are dropped after a week, what was created from them is
-- remembered, so that the same row creates nothing twice.
create table imports (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  session_id uuid not null,
  resource text not null,
  file_name text not null,
  language text not null,
  headings jsonb not null,
  mapping jsonb not null,
  state text not null default 'uploaded' check (state in
    ('uploaded', 'checking', 'checked', 'applying', 'applied', 'cancelled', 'failed')),
  rows int not null,
  judged int not null default 0,
  created_at timestamptz(3) not null default now()
);
create index imports_created on imports (created_at);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  position int not null,
  cells jsonb not null,
  verdict text check (verdict in ('new', 'known', 'rejected')),
  reason text,
  record_id uuid,
  -- SHA-256 of the values that the row stands for.
  digest bytea,
  primary key (import_id, position)
);

-- The importer's organization is part of the key: nobody learns what others imported.
create table imported_rows (
  organization_id uuid not null,
  resource text not null,
  digest bytea not null,
  -- The same values may stand in a file several times, and mean as many records.
  occurrence int not null,
  record_id uuid,
  primary key (organization_id, resource, digest, occurrence)
);
