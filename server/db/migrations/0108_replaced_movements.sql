-- When the ledger learned of a movement or of a cancellation, and what a later report has replaced since: figures can be
-- read as they were known at an earlier time. Rows from before this migration are known since it.
alter table subscription_movements add column recorded_at timestamptz(3) not null default now();
create index on subscription_movements (recorded_at);
alter table subscription_cancellations add column recorded_at timestamptz(3) not null default now();

create table replaced_movements (
  id uuid primary key,
  organization_id uuid not null references organizations,
  subscription_id uuid not null references subscriptions,
  kind text not null,
  plan text not null,
  billing_cycle text not null,
  mrr_delta_cents integer not null,
  event_key text,
  ts timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null default now()
);
create index on replaced_movements (recorded_at);
create index on replaced_movements (organization_id);
create index on replaced_movements (subscription_id);

create table replaced_cancellations (
  subscription_id uuid not null references subscriptions,
  organization_id uuid not null references organizations,
  requested_at timestamptz(3) not null,
  ended_at timestamptz(3),
  recorded_at timestamptz(3) not null,
  replaced_at timestamptz(3) not null default now(),
  primary key (subscription_id, requested_at, recorded_at, replaced_at)
);
create index on replaced_cancellations (organization_id);

-- With this schema first in the search path and voicedeck.known_at set, a query reads the ledger as it was known then.
create schema if not exists known;
create view known.subscription_movements as
  select id, organization_id, subscription_id, kind, plan, billing_cycle, mrr_delta_cents, event_key, ts
  from subscription_movements
  where recorded_at < current_setting('voicedeck.known_at')::timestamptz
  union all
  select id, organization_id, subscription_id, kind, plan, billing_cycle, mrr_delta_cents, event_key, ts
  from replaced_movements
  where recorded_at < current_setting('voicedeck.known_at')::timestamptz
    and replaced_at >= current_setting('voicedeck.known_at')::timestamptz;
create view known.subscription_cancellations as
  select subscription_id, organization_id, requested_at,
    case when ended_at < current_setting('voicedeck.known_at')::timestamptz then ended_at end as ended_at
  from (
    select subscription_id, organization_id, requested_at, ended_at, recorded_at, 'infinity' as replaced_at
    from subscription_cancellations
    union all
    select subscription_id, organization_id, requested_at, ended_at, recorded_at, replaced_at
    from replaced_cancellations
  ) as ever
  where recorded_at < current_setting('voicedeck.known_at')::timestamptz
    and replaced_at >= current_setting('voicedeck.known_at')::timestamptz;
