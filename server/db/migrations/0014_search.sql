-- Finding records by words that may be mistyped. Where a database refused pg_trgm, nothing resembles anything: words are
-- then found as they are typed. Both functions are of the kind that PostgreSQL puts into the query in place of the call,
-- so that the trigram indexes serve them.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create function resembles(field text, word text) returns boolean language sql stable parallel safe
      as 'select field %> word';
    create function likeness(field text, words text) returns real language sql immutable parallel safe
      -- Of names that a word resembles as much, the one with less beside it is meant.
      as 'select (word_similarity(words, field) * 0.9 + similarity(words, field) * 0.1)::real';
    create index contacts_search on contacts
      using gin (name gin_trgm_ops, phone gin_trgm_ops, email gin_trgm_ops);
  else
    create function resembles(field text, word text) returns boolean language sql immutable parallel safe
      as 'select false';
    create function likeness(field text, words text) returns real language sql immutable parallel safe
      as 'select 0::real';
  end if;
end $$;
