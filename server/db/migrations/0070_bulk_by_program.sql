-- Programs order bulk jobs as well, with an API key in place of a person and their session.
alter table bulk_jobs add column api_key_id uuid references api_keys on delete cascade;
alter table bulk_jobs alter column actor_id drop not null;
alter table bulk_jobs alter column session_id drop not null;
alter table bulk_jobs add constraint bulk_jobs_caller check (num_nonnulls(actor_id, api_key_id) = 1);
create index bulk_jobs_api_key on bulk_jobs (api_key_id, created_at);

create or replace view bulk_progress as
select j.id, j.organization_id, coalesce(j.actor_id, j.api_key_id) as actor_id, j.resource, j.act, j.undoes, j.patch, j.state,
  j.total, j.done, j.skipped, j.created_at, j.finished_at, coalesce(u.done, 0)::int as undone,
  j.act <> 'undo' and j.state <> 'running' and j.done > coalesce(u.done, 0)
    and not coalesce(u.running, false) as undoable
from bulk_jobs j
left join lateral (
  select sum(done) as done, bool_or(state = 'running') as running from bulk_jobs where undoes = j.id
) u on true;

create or replace view bulk_results as
select r.row_id as id, r.job_id, r.position, r.title, r.reason, r.detail, j.organization_id,
  coalesce(j.actor_id, j.api_key_id) as actor_id,
  coalesce(r.verdict, case j.state when 'running' then 'waiting' else 'left' end) as verdict, r.refusals
from bulk_rows r join bulk_jobs j on j.id = r.job_id;
