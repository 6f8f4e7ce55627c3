-- Plain names for the tables that keep rollups current. See docs/adr/0019-rollups.md.

alter table rollup_dirt rename to rollup_invalidations;
alter index rollup_dirt_hour rename to rollup_invalidations_hour;
alter table rollup_tallies rename to member_running_counts;

alter function mark_rollup_dirt() rename to invalidate_rollups;
alter function mark_rollup_dirt_of_update() rename to invalidate_rollups_of_update;
alter function mark_conversations_dirty() rename to invalidate_conversation_rollups;

create or replace function invalidate_rollups() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_invalidations (source, hour, slot)
    select distinct %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;
create or replace function invalidate_rollups_of_update() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_invalidations (source, hour, slot)
    select %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from before union
    select %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;
create or replace function invalidate_conversation_rollups() returns trigger language plpgsql as $$
begin
  insert into rollup_invalidations (source, hour, slot)
    select distinct 'conversations', date_trunc('hour', c.started_at, 'UTC'), rollup_slot(c.started_at)
    from changed m join conversations c on c.id = m.conversation_id;
  return null;
end $$;
