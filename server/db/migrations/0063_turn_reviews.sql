-- Turns of which the safety watch was unsure, and what reviewers say of its judgement.
create table turn_reviews (
  id uuid primary key,
  organization_id uuid not null references organizations,
  person_id uuid not null references people on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  message_id uuid not null unique,
  reason text not null check (reason in ('near_threshold', 'disagreement', 'language')),
  category text,
  risk_score real not null,
  created_at timestamptz(3) not null default now()
);
create index turn_reviews_order on turn_reviews (risk_score desc, created_at);
create index turn_reviews_conversation on turn_reviews (conversation_id);

create table turn_review_answers (
  review_id uuid not null references turn_reviews on delete cascade,
  reviewer_id uuid not null references people,
  answer text not null check (answer in ('right', 'wrong', 'unsure')),
  -- The danger that the watch missed.
  missed text,
  note text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (review_id, reviewer_id)
);
