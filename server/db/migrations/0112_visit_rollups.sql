-- Rollups of visits, so that the visitors of a year are not counted from their rows. See docs/adr/0019-rollups.md.

create trigger invalidate_rollups_of_insert after insert on page_visits referencing new table as changed
  for each statement execute function invalidate_rollups('visits', 'ts');
create trigger invalidate_rollups_of_delete after delete on page_visits referencing old table as changed
  for each statement execute function invalidate_rollups('visits', 'ts');
create trigger invalidate_rollups_of_update after update on page_visits
  referencing old table as before new table as changed
  for each statement execute function invalidate_rollups_of_update('visits', 'ts');
insert into rollup_invalidations (source, hour)
  select distinct 'visits', date_trunc('hour', ts, 'UTC') from page_visits;

-- There are as many numbers as visitors now, and running counts find few of them by number.
create index rollup_numbers_number on rollup_numbers (number) include (member_id);
