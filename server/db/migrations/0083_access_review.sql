-- Who may sign in and which keys work, as an access review shows them.

create view reviewed_people as
select p.id, p.user_id, p.organization_id, p.name, p.email, p.role, p.status, p.last_login, p.created_at,
  exists (select from totp_secrets t where t.person_id = p.id and t.enabled_at is not null) as has_second_factor,
  (select count(*)::int from sessions s where s.person_id = p.id and s.revoked_at is null
    and s.expires_at > now() and s.last_used_at > now() - interval '7 days') as sessions
from people p
where p.deleted_at is null and p.erased_at is null and p.status <> 'suspended' and p.role <> 'elderly_user';

create view reviewed_keys as
select k.id, k.organization_id, k.name, k.prefix, k.scopes, k.last_used_at, k.created_at,
  p.name as creator_name, coalesce(p.deleted_at is not null or p.status = 'suspended', false) as creator_left
from api_keys k left join people p on p.id = k.created_by
where k.revoked_at is null;

create index sessions_open on sessions (person_id) where revoked_at is null;
