-- Sign-in of an organization's members through its OpenID Connect provider. See docs/adr/0041-single-sign-on.md.
create table identity_providers (
  id uuid primary key,
  organization_id uuid not null unique references organizations on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed by the installation's secret key (server/kit/vault.ts), for the provider's id.
  client_secret bytea not null,
  scopes text not null,
  groups_claim text not null,
  -- [{"group": "…", "role": "…"}]; the first match counts.
  group_roles jsonb not null default '[]',
  -- Null refuses people without a matching group.
  default_role text,
  -- Whether addresses count as verified although the provider does not say so.
  trusts_email boolean not null default false,
  -- Values of the acr claim that count as a second factor.
  second_factor_acr text[] not null default '{}',
  signs_out boolean not null default false,
  enabled boolean not null default false,
  required boolean not null default false,
  -- People who may still sign in with their password.
  break_glass_ids uuid[] not null default '{}',
  -- Outcome of the latest test, and when one last succeeded with these settings.
  last_test jsonb,
  tested_at timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (enabled or not required),
  check (tested_at is not null or not enabled)
);

-- Domains of e-mail addresses that lead to an organization's provider, once it proved that it owns them.
create table email_domains (
  organization_id uuid not null references organizations on delete cascade,
  domain text not null,
  -- Value of the DNS record that proves ownership.
  token text not null,
  verified_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, domain)
);
create unique index email_domains_domain on email_domains (domain) where verified_at is not null;

-- A person as their identity provider knows them.
create table external_identities (
  issuer text not null,
  subject text not null,
  organization_id uuid not null references organizations on delete cascade,
  person_id uuid not null references people on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index external_identities_person on external_identities (person_id);

-- A sign-in that was sent to a provider. Nonce and PKCE verifier follow from the secret that only the browser has.
create table sign_in_flows (
  state_hash bytea primary key,
  secret_hash bytea not null,
  provider_id uuid not null references identity_providers on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'step_up', 'test')),
  -- Who confirms their identity or tests the settings; null for a sign-in.
  person_id uuid references people on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_flows_expires on sign_in_flows (expires_at);

alter table sessions
  add column identity_provider_id uuid references identity_providers on delete set null,
  -- Whether the provider verified a second factor.
  add column has_provider_factor boolean not null default false,
  -- Sealed for the session's id; the provider wants it back at the sign-out.
  add column id_token bytea;

-- The provider of a sign-in that waits for the second factor.
alter table challenges add column identity_provider_id uuid references identity_providers on delete cascade;
