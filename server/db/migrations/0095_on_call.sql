-- Who is on call when, for steps of escalation ladders.
create table on_call_schedules (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  time_zone text not null,
  layers jsonb not null,
  required_windows jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index on_call_schedules_sorted on on_call_schedules (organization_id, lower(name), id);

create table on_call_overrides (
  id uuid primary key,
  organization_id uuid not null references organizations,
  schedule_id uuid not null references on_call_schedules on delete cascade,
  person_id uuid not null references people,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (starts_at < ends_at)
);
create index on_call_overrides_schedule on on_call_overrides (schedule_id, ends_at);
create index on_call_overrides_person on on_call_overrides (person_id);

create table on_call_absences (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  check (starts_at < ends_at)
);
create index on_call_absences_person on on_call_absences (person_id, ends_at);

create table on_call_covers (
  id uuid primary key,
  organization_id uuid not null references organizations,
  schedule_id uuid not null references on_call_schedules on delete cascade,
  asker_id uuid not null references people,
  asked_id uuid not null references people,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- The shift that the asker takes over in return.
  return_starts_at timestamptz(3),
  return_ends_at timestamptz(3),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz(3) not null default now(),
  answered_at timestamptz(3),
  check (starts_at < ends_at and return_starts_at < return_ends_at)
);
create index on_call_covers_asker on on_call_covers (asker_id, created_at);
create index on_call_covers_asked on on_call_covers (asked_id, created_at);

-- Members as text: a damaged id must not fail the reading of other schedules.
create view on_call_schedule_details as
select s.*, array(
  select jsonb_path_query(s.layers, '$[*].person_ids[*]') #>> '{}'
  union select o.person_id::text from on_call_overrides o where o.schedule_id = s.id and o.ends_at > now()
) as member_ids
from on_call_schedules s;

-- A delivery to a schedule is made to whoever is on call when it is due.
alter table deliveries drop constraint deliveries_recipient_kind_check;
alter table deliveries add constraint deliveries_recipient_kind_check
  check (recipient_kind in ('contact', 'person', 'schedule', 'service', 'webhook'));
-- The exclusions of the ladder step.
alter table deliveries add column on_call jsonb;
