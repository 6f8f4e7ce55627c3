-- A trigger function for each source, with its statement written out: PostgreSQL keeps the plan, which took longer to make
-- than the rest of inserting an activity log. See docs/adr/0076-what-a-write-costs.md.

do $$
declare
  source record;
  touched text;
begin
  for source in select * from (values
    ('translation', 'translation_sessions', 'started_at'), ('conversations', 'conversations', 'started_at'),
    ('turns', 'messages', 'ts'), ('device-events', 'device_events', 'ts'),
    ('activity', 'activity_logs', 'timestamp'), ('incidents', 'safety_incidents', 'ts')) as s (name, parent, instant)
  loop
    touched := format('select distinct %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from ', source.name, source.instant);
    execute format('create function %I() returns trigger language plpgsql as $f$
      begin
        insert into rollup_invalidations (source, hour, slot) %s changed;
        return null;
      end $f$', 'invalidate_rollups_of_' || source.parent, touched);
    execute format('create function %I() returns trigger language plpgsql as $f$
      begin
        insert into rollup_invalidations (source, hour, slot) %s before union %s changed;
        return null;
      end $f$', 'invalidate_rollups_of_changed_' || source.parent, touched, touched);
    execute format('create or replace trigger mark_rollup_dirt_of_insert after insert on %I
      referencing new table as changed
      for each statement execute function %I()', source.parent, 'invalidate_rollups_of_' || source.parent);
    execute format('create or replace trigger mark_rollup_dirt_of_delete after delete on %I
      referencing old table as changed
      for each statement execute function %I()', source.parent, 'invalidate_rollups_of_' || source.parent);
    execute format('create or replace trigger mark_rollup_dirt_of_update after update on %I
      referencing old table as before new table as changed
      for each statement execute function %I()', source.parent, 'invalidate_rollups_of_changed_' || source.parent);
  end loop;
end $$;

drop function invalidate_rollups();
drop function invalidate_rollups_of_update();
