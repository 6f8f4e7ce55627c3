-- What opens an event stream in place of the bearer token, which must not stand in an address: single use, seconds
-- long, only its SHA-256 is kept.
create table stream_tickets (
  ticket_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  expires_at timestamptz(3) not null
);
create index stream_tickets_expires on stream_tickets (expires_at);
