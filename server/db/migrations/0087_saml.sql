-- Sign-in by SAML 2.0 beside OpenID Connect. See docs/adr/0046-saml.md.
alter table identity_providers
  add column protocol text not null default 'openid_connect' check (protocol in ('openid_connect', 'saml')),
  add column sign_in_url text not null default '',
  -- PEM; more than one while the provider changes its key.
  add column certificates text[] not null default '{}',
  add column requires_signed_response boolean not null default false,
  alter column client_secret drop not null,
  add check (client_secret is not null or protocol = 'saml'),
  add check (cardinality(certificates) > 0 or protocol = 'openid_connect');

-- The response that a SAML provider posted, sealed for the flow's state, until the browser that started it asks for it.
alter table sign_in_flows add column response bytea;

-- Assertions that were accepted, until they expire: each one signs in once.
create table used_assertions (
  provider_id uuid not null references identity_providers on delete cascade,
  assertion_id text not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, assertion_id)
);
create index used_assertions_expires on used_assertions (expires_at);
