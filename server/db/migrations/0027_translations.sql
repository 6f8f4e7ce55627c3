-- Texts of the interface that are worked on here. What came with the release stands in `locales/`; a published text
-- stands in for it until the release has it too.

create table translations (
  language text not null,
  namespace text not null,
  key text not null,
  status text not null check (status in ('draft', 'review', 'published', 'rolled_back')),
  -- What is being worked on, by form: `text`, or the plural categories of the language.
  forms jsonb not null,
  -- Who wrote it: of a protected text, they are not who approves it.
  author_id uuid not null references people,
  -- What readers see instead of the bundled text, and the English that it translates; null: the bundled text.
  published jsonb,
  published_source jsonb,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (language, namespace, key)
);
create index translations_published on translations (language) where published is not null;

-- What was done to a text, in order; kept as it was.
create table translation_revisions (
  language text not null,
  namespace text not null,
  key text not null,
  number int not null,
  act text not null check (act in ('save', 'import', 'submit', 'approve', 'reject', 'roll_back')),
  forms jsonb not null,
  is_published boolean not null,
  note text,
  author_id uuid not null references people,
  at timestamptz(3) not null default now(),
  primary key (language, namespace, key, number),
  foreign key (language, namespace, key) references translations
);

create function refuse_to_change_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of a text is never changed';
end $$;
create trigger translation_revisions_stay before update or delete on translation_revisions
  for each row execute function refuse_to_change_history();

-- What translators of any language should know of a text.
create table text_descriptions (
  namespace text not null,
  key text not null,
  description text not null,
  primary key (namespace, key)
);
