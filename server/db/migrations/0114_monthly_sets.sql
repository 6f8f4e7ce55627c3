-- Sets of whole months beside those of their days: a year of visitors is read as twelve unions instead of 365.
alter table rollup_sets drop constraint rollup_sets_grain_check;
alter table rollup_sets add constraint rollup_sets_grain_check check (grain in ('hour', 'day', 'month'));

insert into rollup_sets (source, kind, grain, bucket, piece, bits)
  select source, kind, 'month', date_trunc('month', bucket, time_zone), piece, bit_or(bits)
  from rollup_sets cross join rollup_zone where grain = 'day' group by 1, 2, 4, 5;
