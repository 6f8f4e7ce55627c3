-- What a notification is about, and messages of figure rules that wait for the end of a mute.
alter table notifications add column path text;
drop index notifications_person;
create index notifications_person on notifications (person_id, created_at, id);
create index notifications_unread on notifications (person_id) where acknowledged_at is null;

alter table figure_rule_notices
  drop constraint figure_rule_notices_status_check,
  add constraint figure_rule_notices_status_check check (status in ('held', 'queued', 'sent', 'skipped', 'failed')),
  -- Set where it waited for the end of a mute.
  add column is_late boolean not null default false;
create index figure_rule_notices_held on figure_rule_notices (change_id) where status = 'held';
