-- Once the default partition holds rows of a month, PostgreSQL refuses to make the partition of that month. Those
-- rows are moved into it first, with the default partition detached, so that no trigger takes them for new rows.
create or replace function month_partitions(parent text, first date, months int) returns void language plpgsql
-- Every query of the table waits behind us while we wait for its lock: better to fail, and to be tried again.
set lock_timeout = '3s' as $$
declare
  month timestamp;
  partition text;
  lower_bound timestamptz;
  upper_bound timestamptz;
  rest text := (
    select partdefid::regclass::text from pg_partitioned_table where partrelid = quote_ident(parent)::regclass and partdefid <> 0);
  key text := (
    select quote_ident(attname) from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = quote_ident(parent)::regclass);
  misplaced boolean := false;
begin
  for i in 0 .. months - 1 loop
    month := date_trunc('month', first)::timestamp + make_interval(months => i);
    partition := parent || '_' || to_char(month, 'YYYY_MM');
    continue when to_regclass(quote_ident(partition)) is not null;
    lower_bound := month at time zone 'UTC';
    upper_bound := (month + interval '1 month') at time zone 'UTC';
    if rest is not null then
      execute format('select exists (select from %s where %s >= $1 and %s < $2)', rest, key, key)
        into misplaced using lower_bound, upper_bound;
    end if;
    if misplaced then
      execute format('alter table %I detach partition %s', parent, rest);
      execute format('create table %I (like %I including defaults including constraints including storage)', partition, parent);
      execute format('with moved as (delete from %s where %s >= $1 and %s < $2 returning *) insert into %I select * from moved',
        rest, key, key, partition) using lower_bound, upper_bound;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, partition, lower_bound, upper_bound);
      execute format('alter table %I attach partition %s default', parent, rest);
    else
      execute format('create table %I partition of %I for values from (%L) to (%L)',
        partition, parent, lower_bound, upper_bound);
    end if;
  end loop;
end $$;
