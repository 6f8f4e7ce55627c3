-- A text in review can be discarded: readers keep what they see.
alter table translation_revisions drop constraint translation_revisions_act_check;
alter table translation_revisions add constraint translation_revisions_act_check
  check (act in ('save', 'import', 'submit', 'approve', 'reject', 'discard', 'roll_back'));

-- The English texts, for finding texts with a similar source in the translation memory. Kept in step with the release and
-- the published English by server/modules/localisation/translations/memory-queries.ts.
create table text_sources (
  namespace text not null,
  key text not null,
  source text not null,
  -- The source without placeholders and tags, by which texts are compared.
  gist text not null,
  primary key (namespace, key)
);
create index text_sources_source on text_sources using hash (source);

-- What the rows were made from: the release and the revision of the published English.
create table text_source_states (
  id boolean primary key default true check (id),
  token text not null
);

-- Where a database refused pg_trgm, only texts with the same source are suggested. Both functions are of the kind that
-- PostgreSQL puts into the query in place of the call, so that the trigram index serves them.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create function is_similar_text(one text, other text) returns boolean language sql stable parallel safe
      as 'select one % other';
    create function text_similarity(one text, other text) returns real language sql immutable parallel safe
      as 'select similarity(one, other)';
    create index text_sources_gist on text_sources using gin (gist gin_trgm_ops);
  else
    create function is_similar_text(one text, other text) returns boolean language sql immutable parallel safe
      as 'select false';
    create function text_similarity(one text, other text) returns real language sql immutable parallel safe
      as 'select 0::real';
  end if;
end $$;
