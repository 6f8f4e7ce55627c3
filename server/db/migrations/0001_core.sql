-- The core of the whole product. Rules that hold for every table:
--   * ids are UUIDv7, made by the application; instants are timestamptz(3), so that a cursor survives JSON;
--   * organization_id is the distribution key and leads the primary key of every large append-only table;
--   * what only ever grows is partitioned by month; a row outside every month lands in the default partition.

create function month_partitions(parent text, first date, months int) returns void language plpgsql as $$
declare
  start date := date_trunc('month', first);
begin
  for i in 0 .. months - 1 loop
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L)',
      parent || '_' || to_char(start + make_interval(months => i), 'YYYY_MM'), parent,
      (start + make_interval(months => i))::timestamp at time zone 'UTC',
      (start + make_interval(months => i + 1))::timestamp at time zone 'UTC');
  end loop;
end $$;

-- People and their organizations ------------------------------------------------------------------

create table organizations (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('service', 'care_provider', 'household')),
  status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  region text not null,
  time_zone text not null default 'UTC',
  locale text not null default 'en',
  email text,
  phone text,
  address text,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index organizations_name on organizations (lower(name), id) where deleted_at is null;
create index organizations_created on organizations (created_at, id) where deleted_at is null;

-- Staff belong to the service's own organization, so that organization_id is never null.
insert into organizations (id, name, kind, region) values
  ('00000000-0000-7000-8000-000000000001', 'Voicedeck', 'service', 'Europe');

create table people (
  id uuid primary key,
  user_id int generated always as identity unique,
  organization_id uuid not null references organizations,
  role text not null check (role in ('super_admin', 'admin', 'operator', 'analyst', 'translator',
    'organization_admin', 'caregiver', 'family_member', 'elderly_user')),
  name text not null,
  username text not null,
  email text,
  email_verified_at timestamptz(3),
  phone text,
  address text,
  date_of_birth date,
  status text not null default 'active' check (status in ('active', 'invited', 'suspended')),
  password_hash text,
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  last_login timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index people_username on people (lower(username)) where deleted_at is null;
create unique index people_email on people (lower(email)) where deleted_at is null;
create index people_role_name on people (role, lower(name), id) where deleted_at is null;
create index people_organization on people (organization_id, role) where deleted_at is null;

-- What is known of an elderly person beyond the account: one row a person.
create table profiles (
  person_id uuid primary key references people on delete cascade,
  organization_id uuid not null references organizations,
  preferred_name text,
  conditions text[] not null default '{}',
  medications jsonb not null default '[]',
  notes text,
  preferences jsonb not null default '{}',
  last_latitude double precision,
  last_longitude double precision,
  last_accuracy_m real,
  last_address text,
  last_located_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);

create table wellness_entries (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('checkin', 'medication', 'mood', 'symptoms', 'vitals', 'note')),
  value jsonb not null,
  recorded_by uuid references people,
  recorded_at timestamptz(3) not null
);
create index wellness_entries_person on wellness_entries (person_id, recorded_at);

create table assignments (
  id uuid primary key,
  organization_id uuid not null references organizations,
  elderly_id uuid not null references people on delete cascade,
  caregiver_id uuid not null references people on delete cascade,
  relationship text not null,
  consent jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create unique index assignments_pair on assignments (caregiver_id, elderly_id) where ended_at is null;
create index assignments_elderly on assignments (elderly_id) where ended_at is null;

create table invites (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null,
  role text not null,
  token_hash bytea not null unique,
  invited_by uuid not null references people,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3)
);

-- Sign-in -----------------------------------------------------------------------------------------

create table sessions (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  ip inet,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_person on sessions (person_id, created_at);

-- Single-use secrets sent by mail; only the SHA-256 of the secret is kept.
create table mailed_tokens (
  token_hash bytea primary key,
  person_id uuid not null references people on delete cascade,
  purpose text not null check (purpose in ('reset_password', 'verify_email')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index mailed_tokens_person on mailed_tokens (person_id, purpose, created_at);

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null default '{}',
  created_by uuid references people,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

-- Small values of one person (saved views, columns) or of the whole workspace (person_id null).
create table settings (
  person_id uuid references people on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz(3) not null default now(),
  unique nulls not distinct (person_id, key)
);

-- Devices -----------------------------------------------------------------------------------------

create table devices (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid references people,
  name text not null,
  serial text not null,
  kind text not null check (kind in ('pendant', 'hub', 'fall_sensor', 'wristband', 'phone', 'tablet')),
  status text not null default 'registered' check (status in ('registered', 'online', 'offline', 'faulty', 'retired')),
  battery int check (battery between 0 and 100),
  firmware text,
  report_interval_seconds int not null default 3600 check (report_interval_seconds > 0),
  last_seen_at timestamptz(3),
  key_hash bytea,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index devices_serial on devices (serial) where deleted_at is null;
create index devices_organization on devices (organization_id) where deleted_at is null;
create index devices_person on devices (person_id) where deleted_at is null;
create index devices_name on devices (lower(name), id) where deleted_at is null;
create index devices_last_seen on devices (last_seen_at, id) where deleted_at is null;
create index devices_status on devices (status, last_seen_at) where deleted_at is null;

create table device_events (
  organization_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  person_id uuid,
  type text not null,
  battery int,
  payload jsonb not null default '{}',
  ts timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, ts, id)
) partition by range (ts);
create table device_events_other partition of device_events default;
create index device_events_ts on device_events (ts, id);
create index device_events_device on device_events (device_id, ts);
-- A unique event id cannot be had on a partitioned table; this narrow one keeps duplicates out.
create table device_event_keys (
  event_id text not null,
  organization_id uuid not null,
  ts timestamptz(3) not null,
  primary key (organization_id, event_id)
);

-- Conversations and translation -------------------------------------------------------------------

create table conversations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people,
  task text not null,
  chat_model text not null,
  language text not null,
  voice_input boolean not null default false,
  voice_output boolean not null default false,
  status text not null check (status in ('active', 'paused', 'ended')),
  topics text[] not null default '{}',
  turns int not null default 0,
  average_sentiment real,
  highest_risk real,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index conversations_started on conversations (started_at, id);
create index conversations_person on conversations (person_id, started_at);
create index conversations_organization on conversations (organization_id, started_at);
create index conversations_open on conversations (started_at) where status <> 'ended';

create table messages (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  person_id uuid not null,
  type text not null check (type in ('user', 'assistant')),
  content text not null,
  voice_input boolean not null default false,
  safety_flagged boolean not null default false,
  sentiment real,
  emotion text,
  risk_score real,
  context text,
  evidence jsonb,
  latency jsonb,
  tokens jsonb,
  ts timestamptz(3) not null,
  primary key (organization_id, ts, id)
) partition by range (ts);
create table messages_other partition of messages default;
create index messages_conversation on messages (conversation_id, ts, id);
create index messages_ts on messages (ts);

create table translation_sessions (
  organization_id uuid not null,
  id uuid not null,
  person_id uuid,
  source_language text not null,
  target_language text not null,
  mode text not null check (mode in ('negotiation', 'de_escalation', 'authority', 'medical', 'factory_qa')),
  region text not null,
  status text not null check (status in ('active', 'completed', 'failed')),
  transcription_ms int,
  model_ms int,
  speech_ms int,
  latency_ms int,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, started_at, id)
) partition by range (started_at);
create table translation_sessions_other partition of translation_sessions default;
create index translation_sessions_started on translation_sessions (started_at, id);
create table translation_session_keys (
  session_key text not null,
  organization_id uuid not null,
  started_at timestamptz(3) not null,
  primary key (organization_id, session_key)
);

-- Safety ------------------------------------------------------------------------------------------

create table alerts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people,
  device_id uuid references devices,
  type text not null,
  source text not null check (source in ('device', 'mobile', 'conversation', 'operator', 'geofence')),
  severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
  test boolean not null default false,
  status text not null check (status in ('pending', 'active', 'resolved')),
  latitude double precision,
  longitude double precision,
  accuracy_m real,
  address text,
  voice_message text,
  conversation_id uuid,
  message_id uuid,
  raised_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  acknowledged_by uuid references people,
  resolved_at timestamptz(3),
  resolution text,
  valid boolean,
  version int not null default 1
);
create index alerts_raised on alerts (raised_at, id);
create index alerts_person on alerts (person_id, raised_at);
create index alerts_organization on alerts (organization_id, raised_at);
create index alerts_open on alerts (raised_at) where status <> 'resolved';

-- The truth of an alert; the row in alerts is its projection.
create table alert_events (
  alert_id uuid not null references alerts on delete cascade,
  position int not null,
  id uuid not null unique,
  idempotency_key text not null,
  type text not null,
  actor_id uuid references people,
  details jsonb not null default '{}',
  ts timestamptz(3) not null,
  primary key (alert_id, position),
  unique (alert_id, idempotency_key)
);

create table contacts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  name text not null,
  relationship text not null,
  phone text not null,
  email text,
  role text,
  priority int not null default 2 check (priority between 1 and 3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index contacts_person on contacts (person_id, priority);

create table emergency_services (
  id uuid primary key,
  organization_id uuid not null references organizations,
  type text not null check (type in ('medical', 'police', 'fire')),
  name text not null,
  phone text not null,
  address text,
  available_24_7 boolean not null default true,
  notes text,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table safety_incidents (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people,
  conversation_id uuid,
  message_id uuid,
  alert_id uuid references alerts,
  risk_score real not null check (risk_score between 0 and 1),
  context text not null,
  emotion text,
  escalation_needed boolean not null default false,
  ts timestamptz(3) not null
);
create index safety_incidents_ts on safety_incidents (ts, id);
create index safety_incidents_person on safety_incidents (person_id, ts);

-- Subscriptions -----------------------------------------------------------------------------------

create table subscriptions (
  id uuid primary key,
  organization_id uuid not null unique references organizations,
  plan text not null check (plan in ('starter', 'professional', 'enterprise')),
  billing_cycle text not null default 'monthly' check (billing_cycle in ('monthly', 'yearly')),
  status text not null check (status in ('trial', 'active', 'past_due', 'cancelled', 'trial_expired')),
  price_cents int not null,
  cancel_at_period_end boolean not null default false,
  current_period_start timestamptz(3) not null,
  current_period_end timestamptz(3) not null,
  trial_end timestamptz(3),
  external_id text unique,
  version int not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null default now()
);
create index subscriptions_status on subscriptions (status);

-- Append-only. mrr_delta_cents is signed; the running sum of a subscription is its MRR.
create table subscription_movements (
  id uuid primary key,
  organization_id uuid not null references organizations,
  subscription_id uuid not null references subscriptions,
  kind text not null check (kind in ('new', 'expansion', 'contraction', 'reactivation', 'churn',
    'trial_started', 'trial_converted', 'trial_expired')),
  plan text not null,
  billing_cycle text not null,
  mrr_delta_cents int not null,
  event_key text unique,
  ts timestamptz(3) not null
);
create index subscription_movements_ts on subscription_movements (ts, id);
create index subscription_movements_subscription on subscription_movements (subscription_id, ts);

create table invoices (
  id uuid primary key,
  organization_id uuid not null references organizations,
  subscription_id uuid not null references subscriptions,
  number text not null unique,
  amount_cents int not null,
  status text not null check (status in ('paid', 'open', 'void', 'uncollectible')),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null,
  issued_at timestamptz(3) not null,
  paid_at timestamptz(3)
);
create index invoices_organization on invoices (organization_id, issued_at);

-- Traces ------------------------------------------------------------------------------------------

create table activity_logs (
  organization_id uuid not null,
  id uuid not null,
  "timestamp" timestamptz(3) not null,
  action text not null,
  resource_type text not null,
  resource_id text,
  actor_id uuid,
  user_id int,
  user_email text,
  user_role text,
  source text not null default 'server' check (source in ('server', 'client')),
  request_id text,
  ip inet,
  details jsonb not null default '{}',
  salt bytea,
  primary key (organization_id, "timestamp", id)
) partition by range ("timestamp");
create table activity_logs_other partition of activity_logs default;
create index activity_logs_ts on activity_logs ("timestamp", id);
create index activity_logs_action on activity_logs (action, "timestamp", id);
create index activity_logs_resource on activity_logs (resource_type, resource_id, "timestamp", id);
create index activity_logs_user on activity_logs (user_id, "timestamp", id);
-- The values met so far, so that a filter list never scans the log.
create table activity_log_values (
  field text not null check (field in ('action', 'resource_type')),
  value text not null,
  primary key (field, value)
);

create table page_visits (
  organization_id uuid not null,
  id uuid not null,
  visitor_id text not null,
  person_id uuid,
  path text not null,
  ts timestamptz(3) not null,
  primary key (organization_id, ts, id)
) partition by range (ts);
create table page_visits_other partition of page_visits default;
create index page_visits_ts on page_visits (ts);

create table rate_limit_violations (
  id uuid primary key,
  "timestamp" timestamptz(3) not null default now(),
  endpoint text not null,
  ip_address inet,
  user_id int,
  "limit" int not null
);
create index rate_limit_violations_ts on rate_limit_violations ("timestamp");

-- Months from the oldest that demo data reaches to the end of next year's first quarter; a job adds more.
select month_partitions(parent, (now() - interval '13 months')::date, 17)
from unnest(array['device_events', 'messages', 'translation_sessions', 'activity_logs', 'page_visits']) as parent;
