-- What those who look after somebody, and the apps of both, need: the past of schedules and zones, messages and
-- pictures, tasks and plans, notifications, and what clients wrote while they were offline.

-- The zones and schedules that held before, each up to an instant: a dose is judged by those of its time.
create table past_time_zones (
  person_id uuid not null references people on delete cascade,
  until timestamptz(3) not null,
  time_zone text not null,
  primary key (person_id, until)
);
create table past_medications (
  person_id uuid not null references people on delete cascade,
  until timestamptz(3) not null,
  medications jsonb not null,
  primary key (person_id, until)
);

create function keep_time_zone() returns trigger language plpgsql as $$
begin
  insert into past_time_zones values (old.id, now(), old.time_zone) on conflict do nothing;
  return null;
end $$;
create trigger people_time_zone after update of time_zone on people for each row
  when (old.time_zone is distinct from new.time_zone) execute function keep_time_zone();

create function keep_medications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into past_medications values (new.person_id, new.updated_at, '[]') on conflict do nothing;
  else
    insert into past_medications values (old.person_id, now(), old.medications) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger profiles_medications_at_first after insert on profiles for each row execute function keep_medications();
create trigger profiles_medications after update of medications on profiles for each row
  when (old.medications is distinct from new.medications) execute function keep_medications();

create table family_media (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  type text not null,
  width int not null,
  height int not null,
  content bytea not null,
  created_at timestamptz(3) not null default now()
);

create table family_messages (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  author_id uuid not null references people,
  kind text not null check (kind in ('message', 'checkin_request', 'media', 'broadcast')),
  text text not null,
  media_id uuid references family_media on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index family_messages_person on family_messages (person_id, created_at);

create table family_acknowledgements (
  message_id uuid not null references family_messages on delete cascade,
  person_id uuid not null references people on delete cascade,
  at timestamptz(3) not null default now(),
  primary key (message_id, person_id)
);

create table care_tasks (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  title text not null,
  notes text,
  due_at timestamptz(3),
  status text not null default 'open' check (status in ('open', 'done', 'cancelled')),
  assignee_id uuid references people,
  created_by uuid not null references people,
  completed_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index care_tasks_person on care_tasks (person_id, status, due_at);

create table care_plans (
  person_id uuid primary key references people on delete cascade,
  organization_id uuid not null references organizations,
  goals jsonb not null,
  notes text,
  review_on date,
  version int not null default 1,
  updated_by uuid not null references people,
  updated_at timestamptz(3) not null default now()
);

create table notifications (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  deliver_at timestamptz(3),
  devices int not null,
  created_at timestamptz(3) not null default now(),
  acknowledged_at timestamptz(3)
);
create index notifications_person on notifications (person_id, created_at);

create table notification_templates (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  language text not null,
  title text not null,
  body text not null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, name, language)
);

-- Each person's records number their changes for themselves: the row of the count is held until the change commits, so
-- that whoever has read up to a number has missed none below it.
create table sync_heads (
  person_id uuid primary key references people on delete cascade,
  position bigint not null
);
create table sync_changes (
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('entry', 'message', 'task')),
  record_id uuid not null,
  position bigint not null,
  version int not null,
  deleted boolean not null default false,
  primary key (person_id, kind, record_id)
);
create index sync_changes_position on sync_changes (person_id, position);

create table sync_clients (
  person_id uuid not null references people on delete cascade,
  client_id uuid not null,
  caller_id uuid not null references people on delete cascade,
  position bigint not null default 0,
  last_seen_at timestamptz(3) not null default now(),
  primary key (person_id, client_id)
);

create table sync_conflicts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  client_id uuid not null,
  write_id uuid not null,
  kind text not null,
  record_id uuid not null,
  base_version int not null,
  value jsonb,
  author_id uuid not null references people,
  opened_at timestamptz(3) not null default now(),
  kept text check (kept in ('client', 'server')),
  resolved_at timestamptz(3),
  resolved_by uuid references people
);
create index sync_conflicts_open on sync_conflicts (person_id, opened_at) where resolved_at is null;

create table sync_writes (
  person_id uuid not null references people on delete cascade,
  write_id uuid not null,
  outcome text not null check (outcome in ('stored', 'conflict', 'refused')),
  version int,
  conflict_id uuid references sync_conflicts,
  detail text,
  received_at timestamptz(3) not null default now(),
  primary key (person_id, write_id)
);
