-- What lists of people, pairs, invitations and keys show beyond the columns of their tables.

create view elderly_people as
select p.id, p.user_id, p.organization_id, p.name, p.username, p.email, p.phone, p.address, p.date_of_birth,
  p.status, p.locale, p.time_zone, p.last_login, p.version, p.created_at, p.updated_at, p.deleted_at,
  f.preferred_name, f.notes, coalesce(f.conditions, '{}') as conditions,
  coalesce(f.medications, '[]') as medications
from people p left join profiles f on f.person_id = p.id
where p.role = 'elderly_user';

create view assigned_people as
select a.id, a.organization_id, a.relationship, a.created_at, a.ended_at,
  jsonb_build_object(
    'transcripts', coalesce((a.consent ->> 'transcripts')::boolean, false),
    'location', coalesce((a.consent ->> 'location')::boolean, false)) as consent,
  a.elderly_id, e.user_id as elderly_user_id, e.name as elderly_name,
  a.caregiver_id, c.user_id as caregiver_user_id, c.name as caregiver_name, c.role as caregiver_role
from assignments a
join people e on e.id = a.elderly_id and e.deleted_at is null
join people c on c.id = a.caregiver_id and c.deleted_at is null and c.role in ('caregiver', 'family_member');
-- Named after the field that a second pair is refused for.
alter index assignments_pair rename to assignments_caregiver_id;
create index assignments_organization on assignments (organization_id, created_at) where ended_at is null;

create view sent_invites as
select i.id, i.organization_id, i.email, i.role, i.invited_by, p.name as inviter_name,
  i.created_at, i.expires_at, i.accepted_at, i.revoked_at,
  case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
    when i.expires_at <= now() then 'expired' else 'pending' end as status
from invites i join people p on p.id = i.invited_by;
create index invites_organization on invites (organization_id, created_at);
create index invites_email on invites (lower(email)) where accepted_at is null and revoked_at is null;

create view issued_api_keys as
select id, organization_id, name, prefix, scopes, created_by, created_at, last_used_at, revoked_at,
  case when revoked_at is null then 'active' else 'revoked' end as status
from api_keys;
create index api_keys_organization on api_keys (organization_id, created_at);

create index contacts_organization on contacts (organization_id, priority);
