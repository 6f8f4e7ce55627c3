-- Sets of whole months beside those of their days: a year of visitors is read as twelve unions instead of 365. Triggers
-- keep them, so that they stay true while an instance of the version before still rolls up.
alter table rollup_sets drop constraint rollup_sets_grain_check;
alter table rollup_sets add constraint rollup_sets_grain_check check (grain in ('hour', 'day', 'month'));

insert into rollup_sets (source, kind, grain, bucket, piece, bits)
  select source, kind, 'month', date_trunc('month', bucket, time_zone), piece, bit_or(bits)
  from rollup_sets cross join rollup_zone where grain = 'day' group by 1, 2, 4, 5;

-- Puts the months of changed days together again. The months themselves change by it, which is told apart by their grain.
create function put_months_together() returns trigger language plpgsql as $$
declare
  changed_month record;
begin
  for changed_month in
    select distinct source, date_trunc('month', bucket, time_zone) as start,
      date_trunc('month', bucket, time_zone) at time zone time_zone as local_start, time_zone
    from changed cross join rollup_zone where grain = 'day'
  loop
    delete from rollup_sets
      where source = changed_month.source and grain = 'month' and bucket = changed_month.start;
    insert into rollup_sets (source, kind, grain, bucket, piece, bits)
      select source, kind, 'month', changed_month.start, piece, bit_or(bits)
      from rollup_sets
      where source = changed_month.source and grain = 'day' and bucket >= changed_month.start
        and bucket < (changed_month.local_start + interval '1 month') at time zone changed_month.time_zone
      group by source, kind, piece;
  end loop;
  return null;
end $$;

create trigger put_months_together_of_inserted after insert on rollup_sets
  referencing new table as changed for each statement execute function put_months_together();
create trigger put_months_together_of_updated after update on rollup_sets
  referencing new table as changed for each statement execute function put_months_together();
create trigger put_months_together_of_deleted after delete on rollup_sets
  referencing old table as changed for each statement execute function put_months_together();
