-- Erased people, and how long rows are kept.

-- An erased person's row stays without anything that tells who it was, so that what others did still points somewhere.
alter table people add erased_at timestamptz(3);

create or replace view elderly_people as
select p.id, p.user_id, p.organization_id, p.name, p.username, p.email, p.phone, p.address, p.date_of_birth,
  p.status, p.locale, p.time_zone, p.last_login, p.version, p.created_at, p.updated_at, p.deleted_at,
  f.preferred_name, f.notes, coalesce(f.conditions, '{}') as conditions,
  coalesce(f.medications, '[]') as medications
from people p left join profiles f on f.person_id = p.id
where p.role = 'elderly_user' and p.erased_at is null;

-- What the newest round over each kind of data took away.
create table retention_rounds (
  kind text primary key,
  kept_days int not null,
  removed bigint not null,
  -- Nothing older is left.
  through timestamptz(3) not null,
  finished_at timestamptz(3) not null
);

-- Takes away the partitions of a table that hold nothing but months before an instant; answers about how many rows went.
-- Figures made of them stay in the rollups: no row is deleted, so no trigger runs.
create function drop_months_before(parent text, before timestamptz) returns bigint language plpgsql
-- As where they are made: better to fail, and to be tried again.
set lock_timeout = '3s' as $$
declare
  month record;
  held bigint;
  removed bigint := 0;
begin
  for month in
    select c.oid::regclass as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = quote_ident(parent)::regclass and c.relname ~ ('^' || parent || '_\d{4}_\d{2}$')
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
  loop
    execute format('select count(*) from %s', month.name) into held;
    execute format('drop table %s', month.name);
    removed := removed + held;
  end loop;
  return removed;
end $$;
