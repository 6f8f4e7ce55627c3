-- Translations that the configured AI model proposed. Every request is a row, because they are counted; one that failed, or
-- has no answer yet, has no forms. Proposals that nobody took over are deleted after a week.
create table text_proposals (
  id uuid primary key,
  language text not null,
  namespace text not null,
  key text not null,
  model text not null,
  forms jsonb,
  at timestamptz(3) not null default now()
);
create index text_proposals_text on text_proposals (language, namespace, key);
create index text_proposals_at on text_proposals (at);

-- The proposal that a translation began with, whatever people made of it.
alter table translations add column proposal_id uuid references text_proposals;
alter table translation_revisions add column proposal_id uuid references text_proposals;
create index translations_proposal on translations (proposal_id) where proposal_id is not null;
create index translation_revisions_proposal on translation_revisions (proposal_id) where proposal_id is not null;
