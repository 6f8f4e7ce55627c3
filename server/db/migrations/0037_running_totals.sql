-- Running totals: what all organizations' rows of a source come to from the beginning of a month through a day, and from
-- the beginning of a day through five minutes. What lies between two instants is one of them less another, however many
-- days or minutes lie between. See docs/adr/0019-rollups.md.

create table rollup_totals (
  source text not null,
  -- What they run from the beginning of; its days are cut like those of `rollup_cells`.
  unit text not null check (unit in ('day', 'month')),
  -- The last bucket that is in it: five minutes of a day, or a day of a month. Buckets without rows have none.
  bucket timestamptz(3) not null,
  cells jsonb not null,
  primary key (source, unit, bucket)
);

-- How often a source told of each member from the beginning of a month through a day: the numbers of those that it told
-- of at all, and how often, in the same order.
create table rollup_tallies (
  source text not null,
  kind text not null,
  bucket timestamptz(3) not null,
  numbers integer[] not null,
  counts integer[] not null,
  primary key (source, kind, bucket)
);

-- The cells of a bucket added up over the keys of each dimension, in the same form: what lines over days and hours are
-- drawn of, without the keys being read.
alter table rollup_cells add sums jsonb not null default '{}';

-- Which five minutes of the hour changed, from 0 to 11; null for all of it. Of what is long past, hours are enough.
alter table rollup_dirt add slot smallint check (slot between 0 and 11);
create function rollup_slot(instant timestamptz) returns smallint language sql stable as $$
  select case when instant > now() - interval '3 days' then (extract(minute from instant)::int / 5)::smallint end
$$;

create or replace function mark_rollup_dirt() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_dirt (source, hour, slot)
    select distinct %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;
create or replace function mark_rollup_dirt_of_update() returns trigger language plpgsql as $$
begin
  execute format('insert into rollup_dirt (source, hour, slot)
    select %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from before union
    select %1$L, date_trunc(''hour'', %2$I, ''UTC''), rollup_slot(%2$I) from changed', tg_argv[0], tg_argv[1]);
  return null;
end $$;
create or replace function mark_conversations_dirty() returns trigger language plpgsql as $$
begin
  insert into rollup_dirt (source, hour, slot)
    select distinct 'conversations', date_trunc('hour', c.started_at, 'UTC'), rollup_slot(c.started_at)
    from changed m join conversations c on c.id = m.conversation_id;
  return null;
end $$;

-- Until they are there, figures are read from the rows.
do $$
declare
  source record;
begin
  for source in select * from (values
    ('translation', 'translation_sessions', 'started_at'), ('conversations', 'conversations', 'started_at'),
    ('turns', 'messages', 'ts'), ('device-events', 'device_events', 'ts'),
    ('activity', 'activity_logs', 'timestamp'), ('incidents', 'safety_incidents', 'ts')) as s (name, parent, instant)
  loop
    execute format('insert into rollup_dirt (source, hour)
      select distinct %L, date_trunc(''hour'', %I, ''UTC'') from %I', source.name, source.instant, source.parent);
  end loop;
end $$;
