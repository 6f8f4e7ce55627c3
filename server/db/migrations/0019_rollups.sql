-- Rollups: what the figures of dashboards are read from instead of from the rows themselves. See docs/adr/0019-rollups.md.

-- What a source's rows come to in a bucket of time: {dimension: {key: [count, sum]}}. Days are kept for each organization
-- and, under the organization of zeroes, for all of them together; hours for all together. Hours are cut in UTC, days
-- in the zone below.
create table rollup_cells (
  organization_id uuid not null,
  source text not null,
  grain text not null check (grain in ('hour', 'day')),
  bucket timestamptz(3) not null,
  cells jsonb not null,
  primary key (organization_id, source, grain, bucket)
);
create index rollup_cells_bucket on rollup_cells (source, bucket);

-- Who, or what, a source tells of on a day, with how often: distinct counts are made of it.
create table rollup_members (
  organization_id uuid not null,
  source text not null,
  kind text not null,
  bucket timestamptz(3) not null,
  member_id uuid not null,
  count bigint not null,
  primary key (organization_id, source, kind, bucket, member_id)
);
create index rollup_members_bucket on rollup_members (source, kind, bucket, member_id) include (count);

-- The zone whose midnights cut the days of the rollups.
create table rollup_zone (
  one boolean primary key default true check (one),
  time_zone text not null
);
insert into rollup_zone (time_zone) values ('UTC');

-- Hours whose rows changed since they were rolled up. Writers only ever append, so none waits for another; the same
-- hour may stand here many times.
create table rollup_dirt (
  position bigint generated always as identity primary key,
  source text not null,
  hour timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index rollup_dirt_hour on rollup_dirt (source, hour);

-- Says which hours a statement touched. Arguments: the source, and its column of time.
create function mark_rollup_dirt() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_dirt (source, hour)
    select distinct %L, date_trunc(''hour'', %I, ''UTC'') from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;
create function mark_rollup_dirt_of_update() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_dirt (source, hour)
    select %1$L, date_trunc(''hour'', %2$I, ''UTC'') from before union
    select %1$L, date_trunc(''hour'', %2$I, ''UTC'') from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;

do $$
declare
  source record;
begin
  for source in select * from (values
    ('translation', 'translation_sessions', 'started_at'), ('conversations', 'conversations', 'started_at'),
    ('turns', 'messages', 'ts'), ('device-events', 'device_events', 'ts'),
    ('activity', 'activity_logs', 'timestamp'), ('incidents', 'safety_incidents', 'ts')) as s (name, parent, instant)
  loop
    execute format('create trigger mark_rollup_dirt_of_insert after insert on %I referencing new table as changed
      for each statement execute function mark_rollup_dirt(%L, %L)', source.parent, source.name, source.instant);
    execute format('create trigger mark_rollup_dirt_of_delete after delete on %I referencing old table as changed
      for each statement execute function mark_rollup_dirt(%L, %L)', source.parent, source.name, source.instant);
    execute format('create trigger mark_rollup_dirt_of_update after update on %I
      referencing old table as before new table as changed
      for each statement execute function mark_rollup_dirt_of_update(%L, %L)', source.parent, source.name, source.instant);
    execute format('insert into rollup_dirt (source, hour)
      select distinct %L, date_trunc(''hour'', %I, ''UTC'') from %I', source.name, source.instant, source.parent);
  end loop;
end $$;

-- What is said decides whether the conversation counts as an emergency or as distressed, in the hour when that began.
create function mark_conversations_dirty() returns trigger language plpgsql as $$
begin
  insert into rollup_dirt (source, hour)
    select distinct 'conversations', date_trunc('hour', c.started_at, 'UTC')
    from changed m join conversations c on c.id = m.conversation_id;
  return null;
end $$;
create trigger mark_conversations_of_insert after insert on messages referencing new table as changed
  for each statement execute function mark_conversations_dirty();
create trigger mark_conversations_of_update after update on messages referencing new table as changed
  for each statement execute function mark_conversations_dirty();
create trigger mark_conversations_of_delete after delete on messages referencing old table as changed
  for each statement execute function mark_conversations_dirty();

-- Which session was reported by a key.
alter table translation_session_keys add session_id uuid;

-- Those that still go on, which are few among all there were.
create index translation_sessions_active on translation_sessions (organization_id) where status = 'active';
