-- What a carrier said later of an attempt that it had taken; each word once, however often it is told.
create table delivery_receipts (
  delivery_id uuid not null references deliveries on delete cascade,
  -- By which the carrier knows the attempt.
  carrier_id text not null,
  -- In the carrier's word, and in ours.
  status text not null,
  state text not null check (state in ('queued', 'sent', 'delivered', 'failed')),
  code text,
  at timestamptz(3) not null default now(),
  primary key (delivery_id, carrier_id, status)
);
