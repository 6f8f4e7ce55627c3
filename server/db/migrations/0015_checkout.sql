-- Subscriptions that are paid by a checkout, ours or a payment provider's.

alter table subscriptions
  add provider text not null default 'embedded' check (provider in ('embedded', 'stripe')),
  add customer_id text,
  add payment_method text,
  -- When, by the provider's clock, the newest of its reports that was taken over was made.
  add reported_at timestamptz(3),
  add reported_rank int not null default 0;
create index subscriptions_period on subscriptions (current_period_end)
  where provider = 'embedded' and status in ('active', 'past_due');
create index subscriptions_trial on subscriptions (trial_end) where status = 'trial';
create index subscriptions_created on subscriptions (created_at, id);

alter table invoices add url text;
create index invoices_subscription on invoices (subscription_id, issued_at);

create table checkouts (
  id uuid primary key,
  organization_id uuid not null references organizations,
  plan text not null check (plan in ('starter', 'professional', 'enterprise')),
  billing_cycle text not null check (billing_cycle in ('monthly', 'yearly')),
  amount_cents int not null,
  status text not null default 'open' check (status in ('open', 'completed', 'cancelled')),
  provider text not null check (provider in ('embedded', 'stripe')),
  -- The provider's own id of it.
  external_id text unique,
  url text not null,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3)
);
-- Two clicks make one checkout.
create unique index checkouts_open on checkouts (organization_id) where status = 'open';

-- What the providers told us, each event once. One that came before what it is about waits for it.
create table payment_events (
  id text primary key,
  organization_id uuid,
  provider text not null check (provider in ('embedded', 'stripe')),
  type text not null,
  outcome text not null check (outcome in ('applied', 'stale', 'ignored', 'waiting')),
  report jsonb,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now()
);
create index payment_events_organization on payment_events (organization_id);

-- A subscription as the API shows it.
create view subscription_rows as
select id, organization_id, plan, billing_cycle, status, price_cents / 100.0 as price,
  case when status not in ('active', 'past_due') then 0
    when billing_cycle = 'yearly' then round(price_cents / 12.0) / 100 else price_cents / 100.0 end as mrr,
  cancel_at_period_end, current_period_start, current_period_end, trial_end, provider, payment_method,
  version, created_at, updated_at
from subscriptions;
