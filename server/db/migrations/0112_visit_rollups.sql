-- Rollups of visits, so that the visitors of a year are not counted from their rows. See docs/adr/0019-rollups.md; the
-- functions are like those of 0109.

create function invalidate_rollups_of_page_visits() returns trigger language plpgsql as $$
begin
  insert into rollup_invalidations (source, hour, slot)
    select distinct 'visits', date_trunc('hour', ts, 'UTC'), rollup_slot(ts) from changed;
  return null;
end $$;
create function invalidate_rollups_of_changed_page_visits() returns trigger language plpgsql as $$
begin
  insert into rollup_invalidations (source, hour, slot)
    select distinct 'visits', date_trunc('hour', ts, 'UTC'), rollup_slot(ts) from before
    union select distinct 'visits', date_trunc('hour', ts, 'UTC'), rollup_slot(ts) from changed;
  return null;
end $$;

create trigger invalidate_rollups_of_insert after insert on page_visits referencing new table as changed
  for each statement execute function invalidate_rollups_of_page_visits();
create trigger invalidate_rollups_of_delete after delete on page_visits referencing old table as changed
  for each statement execute function invalidate_rollups_of_page_visits();
create trigger invalidate_rollups_of_update after update on page_visits
  referencing old table as before new table as changed
  for each statement execute function invalidate_rollups_of_changed_page_visits();
insert into rollup_invalidations (source, hour)
  select distinct 'visits', date_trunc('hour', ts, 'UTC') from page_visits;
