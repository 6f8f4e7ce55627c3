-- A job runs later than the call that ordered it: whether that call had recent step-up authentication is stored with it.
alter table bulk_jobs add column has_step_up boolean not null default false;
alter table imports add column has_step_up boolean not null default false;

-- Failed sign-ins by account, by address and by both. Keys are SHA-256 digests, so the table contains no login names or
-- addresses, and unknown accounts are counted like existing ones.
create table sign_in_attempts (
  key bytea primary key,
  failures integer not null,
  last_at timestamptz(3) not null,
  allowed boolean not null,
  notified_at timestamptz(3)
);
create index sign_in_attempts_last_at on sign_in_attempts (last_at);

-- Filter values by organization: what one customer's clients report is not shown to others.
alter table activity_log_values add column organization_id uuid;
delete from activity_log_values;
alter table activity_log_values drop constraint activity_log_values_pkey;
insert into activity_log_values (organization_id, field, value)
  select distinct organization_id, 'action', action from activity_logs
  union all select distinct organization_id, 'resource_type', resource_type from activity_logs;
alter table activity_log_values add primary key (organization_id, field, value);

-- What was said in a conversation is only in its messages, where consent decides who reads it. An alert refers to it.
update alerts set voice_message = null where source = 'conversation' and voice_message is not null;
alter table alerts add constraint alerts_without_speech check (source <> 'conversation' or voice_message is null);
