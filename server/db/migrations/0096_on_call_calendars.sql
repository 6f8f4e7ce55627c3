-- Secret addresses of the calendar feeds of people's shifts.
create table on_call_calendars (
  person_id uuid primary key references people,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now()
);
