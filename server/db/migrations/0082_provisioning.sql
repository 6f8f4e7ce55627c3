-- What an identity provider knows of the people and groups that it provisions by SCIM.

create table provisioned_people (
  person_id uuid primary key references people on delete cascade,
  organization_id uuid not null references organizations,
  user_name text not null,
  external_id text,
  given_name text,
  family_name text,
  updated_at timestamptz(3) not null default now()
);
-- Named after the attribute that a second person is refused for.
create unique index "provisioned_people_userName" on provisioned_people (organization_id, lower(user_name));
create index provisioned_people_external_id on provisioned_people (organization_id, external_id);

create table provisioned_groups (
  id uuid primary key,
  organization_id uuid not null references organizations,
  display_name text not null,
  external_id text,
  -- The role of its members; null until somebody has mapped the group.
  role text check (role in ('organization_admin', 'caregiver', 'family_member')),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index "provisioned_groups_displayName" on provisioned_groups (organization_id, lower(display_name));

create table provisioned_group_members (
  group_id uuid not null references provisioned_groups on delete cascade,
  person_id uuid not null references people on delete cascade,
  primary key (group_id, person_id)
);
create index provisioned_group_members_person on provisioned_group_members (person_id);

create view counted_provisioned_groups as
select g.*, (select count(*)::int from provisioned_group_members m join people p on p.id = m.person_id
  where m.group_id = g.id and p.deleted_at is null) as member_count
from provisioned_groups g;
