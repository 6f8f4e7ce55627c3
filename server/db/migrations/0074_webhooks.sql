-- Webhooks to systems of customers: endpoints, events written in the transaction of a change, and their deliveries.
create table webhook_endpoints (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  description text not null default '',
  event_types text[] not null check (cardinality(event_types) > 0),
  -- paused by a person, suspended after failures for days, disabled because the receiver answered 410
  status text not null default 'active' check (status in ('active', 'paused', 'suspended', 'disabled')),
  -- Encrypted by the vault. The previous secret signs as well until its end.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- Failed attempts since the last success, and when the first of them was.
  failures int not null default 0,
  failing_since timestamptz(3),
  last_success_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index webhook_endpoints_organization on webhook_endpoints (organization_id, created_at, id);

-- Also numbers replays, which come after everything that was queued before them.
create sequence outbox_positions;

create table outbox_events (
  id uuid primary key,
  position bigint not null default nextval('outbox_positions'),
  type text not null,
  organization_id uuid not null,
  record_id uuid not null,
  data jsonb not null,
  occurred_at timestamptz(3) not null default now(),
  dispatched_at timestamptz(3)
);
create index outbox_events_undispatched on outbox_events (position) where dispatched_at is null;
create index outbox_events_age on outbox_events (occurred_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  organization_id uuid not null,
  event_id uuid not null references outbox_events on delete cascade,
  type text not null,
  record_id uuid not null,
  -- Order of the deliveries of a record.
  position bigint not null,
  -- waiting: behind an earlier delivery of the same record
  state text not null check (state in ('waiting', 'queued', 'sending', 'delivered', 'failed')),
  attempts int not null default 0,
  replays int not null default 0,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  last_attempt_at timestamptz(3),
  response_status int,
  response_text text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_queued on webhook_deliveries (endpoint_id, due_at, position) where state = 'queued';
create index webhook_deliveries_sending on webhook_deliveries (lease_until) where state = 'sending';
create index webhook_deliveries_record on webhook_deliveries (endpoint_id, record_id, position)
  where state in ('waiting', 'queued', 'sending');
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, settled_at) where state = 'failed';
create index webhook_deliveries_log on webhook_deliveries (created_at desc, id desc);
create index webhook_deliveries_log_of on webhook_deliveries (organization_id, created_at desc, id desc);
create index webhook_deliveries_log_at on webhook_deliveries (endpoint_id, created_at desc, id desc);

create view sent_webhooks as
select d.id, d.endpoint_id, d.organization_id, d.event_id, d.type as event_type, d.record_id, d.state as status, d.attempts,
  d.replays, d.response_status, d.response_text, d.last_attempt_at,
  case when d.state = 'queued' then d.due_at end as next_attempt_at, d.created_at, d.settled_at, e.data
from webhook_deliveries d join outbox_events e on e.id = d.event_id;
