-- What is known of an alert beyond its raising, its owner's and its ladder's state; all of it follows from its events.
alter table alerts
  add owner_id uuid references people,
  add notified_at timestamptz(3),
  add cause text check (cause in
    ('fall', 'medical', 'distress', 'wandering', 'accidental', 'device_fault', 'test', 'other')),
  add cancelled_at timestamptz(3),
  add cleared_at timestamptz(3),
  add cleared_by uuid references people,
  add located_at timestamptz(3),
  add round int not null default 0,
  add rearm_at timestamptz(3),
  add rearm_after_seconds int not null default 900,
  -- The key under which its source knows it: the same one raises it once.
  add event_key text,
  -- A test calls nobody, so nothing arms it.
  add check (not test or rearm_at is null);
create unique index alerts_event_key on alerts (organization_id, event_key);
create index alerts_rearm on alerts (rearm_at) where rearm_at is not null;

update alerts set owner_id = acknowledged_by, located_at = case when latitude is not null then raised_at end,
  notified_at = (select min(ts) from alert_events e where e.alert_id = alerts.id and e.type = 'notified');

-- What happened stays as it was written. Only the erasing of a person, which says so, may touch it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if current_setting('voicedeck.erasing', true) = 'on' then return coalesce(new, old); end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger alert_events_unchanged before update or delete on alert_events
  for each row execute function refuse_change();

create table ladders (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid references people on delete cascade,
  name text not null,
  steps jsonb not null,
  rearm_after_seconds int not null default 900,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index ladders_person_id on ladders (organization_id, person_id) nulls not distinct;

-- A browser (Push API) or a webhook.
create table notification_channels (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid references people on delete cascade,
  kind text not null check (kind in ('push', 'webhook')),
  url text not null,
  keys jsonb not null,
  created_at timestamptz(3) not null default now(),
  unique (person_id, url)
);
create index notification_channels_person on notification_channels (person_id);
create index notification_channels_organization on notification_channels (organization_id, kind);

-- Every call of a ladder, every notification: the queue, and the record of what became of it. The id is the
-- idempotency key of its send.
create table deliveries (
  id uuid primary key,
  organization_id uuid not null references organizations,
  alert_id uuid references alerts on delete cascade,
  notification_id uuid,
  rehearsal boolean not null default false,
  round int not null default 0,
  step int not null default 0,
  position int,
  channel text not null check (channel in ('push', 'mail', 'webhook', 'sms', 'voice')),
  recipient_kind text not null check (recipient_kind in ('contact', 'person', 'service', 'webhook')),
  recipient_id uuid,
  recipient text not null,
  address text,
  message jsonb not null,
  due_at timestamptz(3) not null,
  state text not null default 'queued' check (state in
    ('queued', 'sending', 'sent', 'delivered', 'failed', 'not_configured', 'stopped', 'rehearsed')),
  attempts int not null default 0,
  repeats int not null default 0,
  lease_until timestamptz(3),
  answer text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  unique (alert_id, round, position),
  -- A rehearsal never comes near the worker, which takes what is queued.
  check (not rehearsal or state not in ('queued', 'sending'))
);
create index deliveries_due on deliveries (due_at) where state = 'queued';
create index deliveries_leased on deliveries (lease_until) where state = 'sending';
create index deliveries_notification on deliveries (notification_id) where notification_id is not null;
create index deliveries_created on deliveries (created_at);

create table geofences (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  name text not null,
  latitude double precision not null,
  longitude double precision not null,
  radius_m int not null,
  alerts_on text not null check (alerts_on in ('leave', 'enter', 'both')),
  inside boolean,
  changed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index geofences_person on geofences (person_id);

create view alert_details as
select a.*, p.name as person_name, p.user_id as elderly_user_id, o.name as owner_name,
  case
    when a.cancelled_at is not null then 'cancelled'
    when a.resolved_at is not null then 'resolved'
    when a.owner_id is not null then 'acknowledged'
    when a.notified_at is not null then 'notified'
    else 'received'
  end as state,
  (select min(d.due_at) from deliveries d where d.alert_id = a.id and d.state = 'queued') as next_escalation_at,
  (select count(distinct coalesce(e.details->>'contact_id', e.details->>'recipient_id'))::int
   from alert_events e where e.alert_id = a.id and e.type = 'notified'
     and e.details->>'recipient_kind' is distinct from 'webhook') as contacts_notified,
  floor(extract(epoch from
    coalesce(a.acknowledged_at, a.resolved_at, a.cancelled_at, greatest(now(), a.raised_at)) - a.raised_at))::int
    as waiting_seconds
from alerts a
join people p on p.id = a.person_id
left join people o on o.id = a.owner_id;
