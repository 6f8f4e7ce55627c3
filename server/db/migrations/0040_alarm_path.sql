-- The same key raises one alert for one person, type and test: neither another person's alarm nor a test swallows it.
drop index alerts_event_key;
create unique index alerts_event_key on alerts (organization_id, event_key, person_id, type, test);

-- A ladder that cannot be started is tried again, then set aside and shown until its alert moves on.
alter table alerts
  add rearm_failures int not null default 0,
  add rearm_error text,
  add set_aside_at timestamptz(3);
create index alerts_set_aside on alerts (set_aside_at) where set_aside_at is not null;
