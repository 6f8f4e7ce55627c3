-- What reviewers and the companion need beyond the transcript: who answered, what a person told of themselves, what was
-- judged of a turn, and a way to find words in all that was said.

-- The companion's place in its dialogue.
alter table conversations add column dialogue jsonb not null default '{}';
alter table messages add column model text;
alter table messages add column stopped boolean not null default false;

create view conversation_sessions as
select c.id, c.id as session_id, c.organization_id, c.person_id, p.user_id, p.name as user_name, c.task, c.chat_model,
  c.language, c.voice_input, c.voice_output, c.status, c.turns, c.topics, c.average_sentiment, c.highest_risk,
  c.started_at, c.ended_at
from conversations c join people p on p.id = c.person_id;

create table message_annotations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  conversation_id uuid not null references conversations on delete cascade,
  message_id uuid not null,
  author_id uuid not null references people,
  verdict text not null check (verdict in ('good', 'poor', 'false_alarm', 'missed_risk')),
  note text not null default '',
  created_at timestamptz(3) not null default now()
);
create index message_annotations_conversation on message_annotations (conversation_id, created_at);

-- What a person told the companion of themselves. Of each thing the newest word holds.
create table companion_facts (
  person_id uuid not null references people on delete cascade,
  organization_id uuid not null references organizations,
  language text not null,
  subject text not null,
  statement text not null,
  conversation_id uuid not null references conversations on delete cascade,
  said_at timestamptz(3) not null,
  primary key (person_id, language, subject)
);

create index safety_incidents_message on safety_incidents (message_id);

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index messages_content on messages using gin (content gin_trgm_ops);
  end if;
end $$;
