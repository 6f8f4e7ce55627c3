-- How terms of the English interface texts are translated into each language.
create table glossary_terms (
  id uuid primary key,
  term text not null,
  language text not null,
  -- One translation per line; the first is preferred.
  allowed text not null,
  forbidden text,
  note text,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create unique index glossary_terms_term on glossary_terms (language, lower(term)) where deleted_at is null;
create index glossary_terms_sorted on glossary_terms (lower(term), id) where deleted_at is null;
