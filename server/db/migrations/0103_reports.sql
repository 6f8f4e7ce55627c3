-- Lists and figures that are sent by e-mail on a schedule.
create table reports (
  id uuid primary key,
  organization_id uuid not null references organizations,
  owner_id uuid not null references people,
  name text not null,
  source jsonb not null,
  schedule jsonb not null,
  time_zone text not null,
  format text not null check (format in ('xlsx', 'csv')),
  language text,
  recipient_ids uuid[] not null,
  webhook boolean not null default false,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_reason text check (paused_reason in ('owner_left')),
  next_at timestamptz(3),
  last_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 'active') = (next_at is not null))
);
create index reports_due on reports (next_at) where status = 'active';
create index reports_sorted on reports (organization_id, lower(name), id);
create index reports_owner on reports (owner_id);

-- Whoever unsubscribed stays so, even if they are chosen as a recipient again.
create table report_opt_outs (
  report_id uuid not null references reports on delete cascade,
  person_id uuid not null references people,
  created_at timestamptz(3) not null default now(),
  primary key (report_id, person_id)
);
create index report_opt_outs_person on report_opt_outs (person_id);

-- One run for each time that a report was due, however many instances there are.
create table report_runs (
  id uuid primary key,
  report_id uuid not null references reports on delete cascade,
  due_at timestamptz(3) not null,
  test boolean not null default false,
  -- The event for webhook endpoints was written.
  published_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index report_runs_due on report_runs (report_id, due_at) where not test;
create index report_runs_age on report_runs (created_at);

create table report_deliveries (
  id uuid primary key,
  run_id uuid not null references report_runs on delete cascade,
  person_id uuid not null references people,
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped', 'failed')),
  reason text,
  rows int,
  bytes int,
  attempts int not null default 0,
  error text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (run_id, person_id)
);
create index report_deliveries_person on report_deliveries (person_id);
create index report_deliveries_sorted on report_deliveries (created_at, id);

create view report_rows as
select r.*, o.name as owner_name, coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'unsubscribed', exists (
    select from report_opt_outs x where x.report_id = r.id and x.person_id = p.id)) order by lower(p.name), p.id)
  from people p where p.id = any(r.recipient_ids)), '[]') as recipients
from reports r join people o on o.id = r.owner_id;

create view report_delivery_rows as
select d.id, u.report_id, p.name as person_name, u.due_at, u.test, d.status, d.reason, d.rows, d.bytes, d.attempts, d.error,
  d.sent_at, r.organization_id, r.owner_id, d.created_at
from report_deliveries d join report_runs u on u.id = d.run_id join reports r on r.id = u.report_id
  join people p on p.id = d.person_id;
