-- Gaps of on-call schedules that admins have been notified of.
create table on_call_gap_notices (
  schedule_id uuid not null references on_call_schedules on delete cascade,
  -- When the gap starts; of a gap that has started, the day of the notice.
  starts_at timestamptz(3) not null,
  stage text not null check (stage in ('week', 'day', 'now')),
  primary key (schedule_id, starts_at, stage)
);
create index on_call_overrides_ends on on_call_overrides (ends_at);
create index on_call_absences_ends on on_call_absences (ends_at);
create index on_call_covers_ends on on_call_covers (ends_at);
