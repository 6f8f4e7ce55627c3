-- The copy of the rollups' sources in ClickHouse, where one is configured. See docs/adr/0068-analytics-on-clickhouse.md.

create table rollup_copies (
  source text primary key,
  -- All rows from this instant on are in the copy, except those of the hours listed below.
  copied_from timestamptz(3) not null,
  -- Number of the last batch that has begun, and of the last one that is complete.
  begun bigint not null default 0,
  completed bigint not null default 0
);

-- Hours, or five minutes of them, whose rows changed since they were copied.
create table rollup_copy_changes (
  position bigint generated always as identity primary key,
  source text not null,
  hour timestamptz(3) not null,
  slot smallint check (slot between 0 and 11),
  listed_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index rollup_copy_changes_hour on rollup_copy_changes (source, hour);
