-- The second factor of a sign-in: codes of an authenticator app, backup codes and passkeys.

-- One row a person: a secret that is set up, and since when it is asked for.
create table totp_secrets (
  person_id uuid primary key references people on delete cascade,
  -- Sealed by the installation's secret key (server/kit/vault.ts).
  secret bytea not null,
  enabled_at timestamptz(3),
  -- The newest 30-second step whose code was taken: no code of it, or of one before it, is taken again.
  last_step int,
  created_at timestamptz(3) not null default now()
);

-- Only the SHA-256 of a code is kept: each is a random number of 80 bits.
create table backup_codes (
  person_id uuid not null references people on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (person_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures made so far, as far as the authenticator counts them.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_person on passkeys (person_id, created_at);

-- What somebody was asked to prove, until they do; only the SHA-256 of the challenge is kept.
create table challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('second_factor', 'passkey_sign_in', 'passkey_registration', 'step_up')),
  -- Null where the passkey will say who it is.
  person_id uuid references people on delete cascade,
  expires_at timestamptz(3) not null
);
create index challenges_expires on challenges (expires_at);

-- Guesses of a person's codes and password since the last right one; counted before each is looked at.
create table guesses (
  person_id uuid primary key references people on delete cascade,
  count int not null,
  since timestamptz(3) not null
);

-- When whoever holds the session last proved who they are.
alter table sessions add column proved_at timestamptz(3) not null default now();

-- Whether everybody in the organization needs a second factor.
alter table organizations add column requires_second_factor boolean not null default false;
