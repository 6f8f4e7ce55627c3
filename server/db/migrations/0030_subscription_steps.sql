-- What happened to each subscription, told in whatever order: the ledger is what these come to in the order of their times.
create table subscription_steps (
  -- The event that told of it, or a name of our own.
  id text primary key,
  subscription_id uuid not null references subscriptions,
  at timestamptz(3) not null,
  -- Of two of the same moment, the later one.
  rank int not null,
  step jsonb not null
);
create index subscription_steps_subscription on subscription_steps (subscription_id, at);
