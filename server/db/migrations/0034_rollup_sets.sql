-- Who, or what, a source tells of, as exact sets: however many rows there were, and over however many days they are
-- counted, a set has a bit for each. See docs/adr/0019-rollups.md.

-- The place of a person or device in the sets.
create table rollup_numbers (
  member_id uuid primary key,
  number integer generated always as identity
);

-- The sets of all organizations together, by day and by hour like the cells of `rollup_cells`, in pieces of 4,096 places.
create table rollup_sets (
  source text not null,
  kind text not null,
  grain text not null check (grain in ('hour', 'day')),
  bucket timestamptz(3) not null,
  piece integer not null,
  bits bit(4096) not null,
  primary key (source, kind, grain, bucket, piece)
);

-- Until the sets are there, figures are read from the rows.
do $$
declare
  source record;
begin
  for source in select * from (values
    ('translation', 'translation_sessions', 'started_at'), ('conversations', 'conversations', 'started_at'),
    ('turns', 'messages', 'ts'), ('device-events', 'device_events', 'ts'),
    ('activity', 'activity_logs', 'timestamp')) as s (name, parent, instant)
  loop
    execute format('insert into rollup_dirt (source, hour)
      select distinct %L, date_trunc(''hour'', %I, ''UTC'') from %I', source.name, source.instant, source.parent);
  end loop;
end $$;
