-- Keys of texts that were renamed: translations and their history follow.

create temporary table renamed_locale_keys (namespace text, old_key text, new_key text) on commit drop;
insert into renamed_locale_keys values
  ('care', 'family.whom', 'family.person'),
  ('care', 'words.nobodyNotified', 'words.noneNotified'),
  ('care', 'words.nobodyResponded', 'words.noneResponded'),
  ('conversation-analytics', 'nobody', 'noUser'),
  ('conversations', 'search.most', 'search.limited'),
  ('conversations', 'review.given', 'review.currentAnswer'),
  ('emergency', 'person.everybody', 'person.all'),
  ('emergency', 'person.nobody', 'person.none'),
  ('emergency', 'help.whom', 'help.choosePerson'),
  ('emergency', 'actions.whom', 'actions.choosePerson'),
  ('emergency', 'quickCall.whom', 'quickCall.contact'),
  ('emergency', 'rehearsal.nobody', 'rehearsal.noRecipients'),
  ('emergency', 'contacts.whom', 'contacts.choosePerson'),
  ('emergency', 'handOver.nobody', 'handOver.none'),
  ('emergency', 'queue.within', 'queue.target'),
  ('emergency', 'alert.said', 'alert.transcript'),
  ('emergency', 'alert.nobody', 'alert.noOwner'),
  ('emergency', 'deliveries.place', 'deliveries.position'),
  ('emergency', 'exclusion.who', 'exclusion.person'),
  ('emergency', 'exclusion.nobody', 'exclusion.none'),
  ('events', 'profile.whose', 'profile.personRequired'),
  ('events', 'wellness.whose', 'wellness.personRequired'),
  ('kit', 'filter.said.is', 'filter.summary.is'),
  ('kit', 'filter.said.not', 'filter.summary.not'),
  ('kit', 'filter.said.between', 'filter.summary.between'),
  ('kit', 'filter.said.atLeast', 'filter.summary.atLeast'),
  ('kit', 'filter.said.atMost', 'filter.summary.atMost'),
  ('kit', 'filter.said.last', 'filter.summary.last'),
  ('kit', 'filter.said.before', 'filter.summary.before'),
  ('kit', 'filter.said.has', 'filter.summary.has'),
  ('kit', 'filter.said.more', 'filter.summary.more'),
  ('kit', 'issue.within', 'issue.nested'),
  ('ladders', 'nobody', 'noPeople'),
  ('messages', 'alarm.said', 'alarm.quote'),
  ('refusals', 'record.whose', 'record.personRequired'),
  ('refusals', 'record.whoseContact', 'record.contactPersonRequired'),
  ('refusals', 'record.whom', 'record.recipientRequired'),
  ('refusals', 'record.whoseProfile', 'record.profilePersonRequired');

insert into translations (language, namespace, key, status, forms, author_id, published, published_source, version, updated_at)
select t.language, t.namespace, r.new_key, t.status, t.forms, t.author_id, t.published, t.published_source, t.version, t.updated_at
from translations t join renamed_locale_keys r on (r.namespace, r.old_key) = (t.namespace, t.key)
on conflict do nothing;

alter table translation_revisions disable trigger translation_revisions_stay;
update translation_revisions v set key = r.new_key
from renamed_locale_keys r where (r.namespace, r.old_key) = (v.namespace, v.key);
alter table translation_revisions enable trigger translation_revisions_stay;

delete from translations t using renamed_locale_keys r where (r.namespace, r.old_key) = (t.namespace, t.key);

update text_descriptions d set key = r.new_key
from renamed_locale_keys r where (r.namespace, r.old_key) = (d.namespace, d.key);
