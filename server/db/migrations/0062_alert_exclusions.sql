-- People who are left out of an alert: by relationship to the person, or by name. See docs/adr/0039-exclusions.md.
alter table alerts
  add excluded_relationships text[] not null default '{}',
  add excluded_ids uuid[] not null default '{}';

-- Ladders for one category of alert take precedence over the general ones.
alter table ladders add category text;
drop index ladders_person_id;
create unique index ladders_person_id on ladders (organization_id, person_id, category) nulls not distinct;

-- Whom alerts about abuse notify first, besides the operators.
alter table organizations add safety_lead_id uuid references people;

drop view alert_details;
create view alert_details as
select a.*, p.name as person_name, p.user_id as elderly_user_id, o.name as owner_name,
  case
    when a.cancelled_at is not null then 'cancelled'
    when a.resolved_at is not null then 'resolved'
    when a.owner_id is not null then 'acknowledged'
    when a.notified_at is not null then 'notified'
    else 'received'
  end as state,
  (select min(d.due_at) from deliveries d where d.alert_id = a.id and d.state = 'queued') as next_escalation_at,
  (select count(distinct coalesce(e.details->>'contact_id', e.details->>'recipient_id'))::int
   from alert_events e where e.alert_id = a.id and e.type = 'notified'
     and e.details->>'recipient_kind' is distinct from 'webhook') as contacts_notified,
  floor(extract(epoch from
    coalesce(a.acknowledged_at, a.resolved_at, a.cancelled_at, greatest(now(), a.raised_at)) - a.raised_at))::int
    as waiting_seconds
from alerts a
join people p on p.id = a.person_id
left join people o on o.id = a.owner_id;

update ladders set steps = (
  select jsonb_agg(step || '{"exclude_relationships": [], "exclude_ids": []}' order by place)
  from jsonb_array_elements(steps) with ordinality as s(step, place));
