-- Until when a receiver asked for no more messages (Retry-After).
alter table webhook_endpoints add column held_until timestamptz(3);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, record_id, position) where state = 'waiting';
