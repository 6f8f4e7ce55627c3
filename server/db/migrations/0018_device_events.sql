-- Devices report: each charge and status with its own age, and events in the order in which they were committed.

alter table devices add battery_at timestamptz(3), add status_at timestamptz(3);
update devices set battery_at = last_seen_at where battery is not null;

-- Whoever sets a status, a person or a report, it is from then on: an older report must not undo it.
create function note_device_status() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status then new.status_at := now(); end if;
  return new;
end $$;
create trigger devices_status_at before update of status on devices for each row execute function note_device_status();

create unique index devices_key on devices (key_hash) where key_hash is not null;

-- `device_ts` is what the device's clock said where it was not believed.
alter table device_events add device_ts timestamptz(3), add seq bigint;
create sequence device_events_seq;
alter table device_events alter seq set default nextval('device_events_seq');
create index device_events_seq_at on device_events (seq) where seq is not null;

-- Each device numbers its events for itself. Nothing has been kept here yet.
drop table device_event_keys;
create table device_event_keys (
  organization_id uuid not null,
  device_id uuid not null,
  event_id text not null,
  id uuid not null,
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, device_id, event_id)
);
create index device_event_keys_received on device_event_keys using brin (received_at);

-- How a device keeps to its report interval. The factors are those of contract/device-health.ts; a test holds both equal.
create function device_state(last_seen_at timestamptz, report_interval_seconds int) returns text language sql stable
return case
  when last_seen_at is null then 'unknown'
  when now() <= last_seen_at + report_interval_seconds * interval '1.5 seconds' then 'ok'
  when now() <= last_seen_at + report_interval_seconds * interval '3 seconds' then 'late'
  else 'silent' end;

-- The people who could not raise an alarm now. One device that works is enough, but without a contact nobody would come.
create view coverage_gaps as
select *, reasons[1] as reason from (
  select p.id, p.id as person_id, p.user_id, p.name, p.organization_id, d.devices, d.last_seen_at, c.contacts,
    array_remove(array[
      case when d.devices = 0 then 'no_device' end,
      case when not d.works and d.silent then 'silent' end,
      case when not d.works and d.never_reported then 'never_reported' end,
      case when not d.works and d.faulty then 'faulty' end,
      case when not d.works and d.battery_empty then 'battery_empty' end,
      case when c.contacts = 0 then 'no_contact' end], null) as reasons
  from people p
  join organizations o on o.id = p.organization_id and o.status = 'active' and o.deleted_at is null
  cross join lateral (
    select count(*)::int as devices, max(last_seen_at) as last_seen_at,
      coalesce(bool_or(status <> 'faulty' and state in ('ok', 'late') and coalesce(battery, 100) >= 5), false) as works,
      coalesce(bool_or(state = 'silent'), false) as silent,
      coalesce(bool_or(state = 'unknown'), false) as never_reported,
      coalesce(bool_or(status = 'faulty'), false) as faulty,
      coalesce(bool_or(battery < 5), false) as battery_empty
    from (select *, device_state(last_seen_at, report_interval_seconds) as state from devices
      where devices.person_id = p.id and deleted_at is null and status <> 'retired') worn
  ) d
  cross join lateral (select count(*)::int as contacts from contacts where contacts.person_id = p.id) c
  where p.role = 'elderly_user' and p.status = 'active' and p.deleted_at is null
) judged
where cardinality(reasons) > 0;
