-- Rules that watch figures, what happened to them, and who was told.
create table figure_rules (
  id uuid primary key,
  organization_id uuid not null references organizations,
  owner_id uuid not null references people,
  name text not null,
  source jsonb not null,
  condition jsonb not null,
  period text not null check (period in ('1h', '24h', '1d', '7d', '30d')),
  every text not null check (every in ('5m', '15m', '1h', '6h', '1d')),
  hold int not null,
  min_rows int not null,
  remind_hours int,
  recipient_ids uuid[] not null,
  webhook boolean not null default false,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_reason text check (paused_reason in ('owner_left')),
  state text not null default 'unchecked'
    check (state in ('unchecked', 'ok', 'pending', 'firing', 'no_data', 'error')),
  state_since timestamptz(3),
  value double precision,
  measured double precision,
  reason text,
  -- Consecutive checks in which the condition held.
  streak int not null default 0,
  -- Set from the time a rule fires until it recovers, also while there is no data.
  firing_since timestamptz(3),
  -- When its recipients were last told that it fires; null if they were not.
  told_at timestamptz(3),
  muted_until timestamptz(3),
  muted_reason text,
  muted_by uuid references people,
  next_at timestamptz(3),
  -- The last time for which the rule was checked.
  checked_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 'active') = (next_at is not null))
);
create index figure_rules_due on figure_rules (next_at) where status = 'active';
create index figure_rules_sorted on figure_rules (organization_id, lower(name), id);
create index figure_rules_owner on figure_rules (owner_id);
create index figure_rules_muted_by on figure_rules (muted_by);

create table figure_rule_changes (
  id uuid primary key,
  rule_id uuid not null references figure_rules on delete cascade,
  event text not null,
  previous text,
  value double precision,
  measured double precision,
  threshold double precision,
  unit text not null,
  reason text,
  from_at timestamptz(3),
  to_at timestamptz(3),
  note text,
  person_id uuid references people,
  path text,
  created_at timestamptz(3) not null default now()
);
create index figure_rule_changes_rule on figure_rule_changes (rule_id);
create index figure_rule_changes_sorted on figure_rule_changes (created_at, id);
create index figure_rule_changes_person on figure_rule_changes (person_id);

create table figure_rule_notices (
  id uuid primary key,
  change_id uuid not null references figure_rule_changes on delete cascade,
  person_id uuid not null references people,
  kind text not null check (kind in ('firing', 'recovered', 'reminder', 'error')),
  way text not null check (way in ('email', 'console')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped', 'failed')),
  reason text,
  attempts int not null default 0,
  error text,
  -- When it is to be sent, or tried again.
  due_at timestamptz(3) not null,
  -- The e-mail that has it, with others of the same time.
  letter_id uuid,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (change_id, person_id, way)
);
create index figure_rule_notices_due on figure_rule_notices (due_at) where status = 'queued';
create index figure_rule_notices_person on figure_rule_notices (person_id, sent_at);
create index figure_rule_notices_sorted on figure_rule_notices (created_at, id);

create view figure_rule_rows as
select r.*, o.name as owner_name, m.name as muted_by_name, coalesce((
  select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by lower(p.name), p.id)
  from people p where p.id = any(r.recipient_ids)), '[]') as recipients
from figure_rules r join people o on o.id = r.owner_id left join people m on m.id = r.muted_by;

create view figure_rule_change_rows as
select c.*, p.name as person_name, r.organization_id, r.owner_id
from figure_rule_changes c join figure_rules r on r.id = c.rule_id left join people p on p.id = c.person_id;

create view figure_rule_notice_rows as
select n.id, c.rule_id, p.name as person_name, n.kind, n.way, n.status, n.reason, n.attempts, n.error, n.sent_at,
  r.organization_id, r.owner_id, n.created_at
from figure_rule_notices n join figure_rule_changes c on c.id = n.change_id join figure_rules r on r.id = c.rule_id
  join people p on p.id = n.person_id;
