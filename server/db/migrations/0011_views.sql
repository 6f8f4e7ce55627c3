-- Views of lists that people keep by name, and the indexes that keep lists quick at 100,000 rows and 10 million logs.

create table saved_views (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  resource text not null,
  name text not null,
  search text not null,
  shared boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index saved_views_name on saved_views (person_id, resource, lower(name));
create index saved_views_shared on saved_views (organization_id, resource) where shared;

-- A search looks for a text anywhere in a name. Without pg_trgm, which every usual distribution of PostgreSQL has, it
-- reads the whole table: slower, and still right.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm cannot be had: %', sqlerrm;
end $$;
do $$
begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then return; end if;
  create index devices_search on devices using gin (name gin_trgm_ops, serial gin_trgm_ops)
    where deleted_at is null;
  create index people_search on people
    using gin (name gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops);
  create index profiles_search on profiles using gin (preferred_name gin_trgm_ops);
  create index organizations_search on organizations using gin (name gin_trgm_ops) where deleted_at is null;
end $$;

-- Every order that a list offers is an index's, so that a page costs the same wherever the rows lie.
create index devices_serial_order on devices (lower(serial), id) where deleted_at is null;
create index devices_battery on devices (battery, id) where deleted_at is null;
create index devices_created on devices (created_at, id) where deleted_at is null;
create index people_role_status on people (role, status, lower(name), id) where deleted_at is null;
create index people_admins on people (lower(name), id) where deleted_at is null
  and role in ('super_admin', 'admin', 'operator', 'analyst', 'translator', 'organization_admin');
create index people_role_created on people (role, created_at, id) where deleted_at is null;

-- A filter on the type of the resource is now paged by time; so is one on the record alone.
drop index activity_logs_resource;
create index activity_logs_resource_type on activity_logs (resource_type, "timestamp", id);
create index activity_logs_resource on activity_logs (resource_id, "timestamp", id);
-- What clients report is little among what the server writes.
create index activity_logs_client on activity_logs (source, "timestamp", id) where source = 'client';
