-- Figures of revenue are sums over the ledger up to an instant, told without reading its rows from the table.
drop index subscription_movements_ts;
create index subscription_movements_ts on subscription_movements (ts, id)
  include (subscription_id, organization_id, kind, plan, mrr_delta_cents);
-- Whether a trial went on, was paid for or ended is what comes after it.
create index subscription_movements_kind on subscription_movements (kind, ts) include (subscription_id);

-- Who was active in a time, and who visited, is told by the narrow part of wide rows.
create index messages_active_people on messages (ts) include (person_id) where type = 'user';
create index device_events_active_people on device_events (ts) include (person_id) where person_id is not null;
create index translation_sessions_active_people on translation_sessions (started_at) include (person_id)
  where person_id is not null;
create index sessions_active_people on sessions (created_at) include (person_id);
create index page_visits_visitor on page_visits (ts) include (visitor_id);
drop index page_visits_ts;
