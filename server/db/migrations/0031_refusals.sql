-- Why rows were refused, by codes that readers of any language have texts for: [{"field", "code", "values", "text"}].
alter table import_rows add column refusals jsonb not null default '[]';
alter table bulk_rows add column refusals jsonb not null default '[]';

create or replace view bulk_results as
select r.row_id as id, r.job_id, r.position, r.title, r.reason, r.detail, j.organization_id, j.actor_id,
  coalesce(r.verdict, case j.state when 'running' then 'waiting' else 'left' end) as verdict, r.refusals
from bulk_rows r join bulk_jobs j on j.id = r.job_id;
