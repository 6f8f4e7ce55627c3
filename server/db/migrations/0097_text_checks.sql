-- Findings of quality checks that someone dismissed, with the source and the translation that the dismissal is for.
create table text_dismissals (
  language text not null,
  namespace text not null,
  key text not null,
  check_name text not null,
  source jsonb not null,
  forms jsonb not null,
  reason text not null,
  author_id uuid not null references people,
  at timestamptz(3) not null default now(),
  primary key (language, namespace, key, check_name)
);
create index text_dismissals_author on text_dismissals (author_id);

-- Keys of texts that were renamed: translations and their history follow. Two of them have another placeholder now.
create temporary table renamed_check_texts (old_key text, new_key text) on commit drop;
insert into renamed_check_texts
select 'faults.' || name, 'findings.' || name
from unnest(array['form_missing', 'form_unknown', 'empty', 'placeholder_broken', 'placeholder_missing',
  'placeholder_unknown', 'nesting', 'tag_missing', 'tag_unknown', 'tag_order', 'markup', 'bidi', 'invisible', 'control',
  'space_start', 'space_end', 'too_long', 'long']) as name
union all values ('terms.term_missing', 'findings.term_missing'), ('terms.term_forbidden', 'findings.term_forbidden');

alter table translation_revisions disable trigger translation_revisions_stay;

insert into translations (language, namespace, key, status, forms, author_id, published, published_source, version, updated_at)
select t.language, t.namespace, r.new_key, t.status,
  replace(t.forms::text, '{{translation}}', '{{subject}}')::jsonb, t.author_id,
  replace(t.published::text, '{{translation}}', '{{subject}}')::jsonb,
  replace(t.published_source::text, '{{translation}}', '{{subject}}')::jsonb, t.version, t.updated_at
from translations t join renamed_check_texts r on t.namespace = 'translations' and r.old_key = t.key
on conflict do nothing;

update translation_revisions v
set key = r.new_key, forms = replace(v.forms::text, '{{translation}}', '{{subject}}')::jsonb
from renamed_check_texts r where v.namespace = 'translations' and r.old_key = v.key;

delete from translations t using renamed_check_texts r where t.namespace = 'translations' and r.old_key = t.key;

update text_descriptions d set key = r.new_key
from renamed_check_texts r where d.namespace = 'translations' and r.old_key = d.key;

alter table translation_revisions enable trigger translation_revisions_stay;
